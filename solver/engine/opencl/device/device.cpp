#include "solver/engine/opencl/device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "solver/base/error.h"
#include "solver/engine/opencl/device/known_drivers.h"
#include "solver/engine/opencl/device/program.h"

namespace ez::opencl {
namespace {

class Reader {
 public:
  Reader(const Api& api, cl_device_id id) : api_(api), id_(id) {}
  std::string text(cl_device_info what) const {
    return text_of(
        [&](std::size_t n, char* to, std::size_t* needed) { return api_.clGetDeviceInfo(id_, what, n, to, needed); });
  }
  template <class T>
  T number(cl_device_info what) const {
    T value{};
    check(api_.clGetDeviceInfo(id_, what, sizeof value, &value, nullptr), "clGetDeviceInfo", "a device");
    return value;
  }
  std::vector<std::size_t> sizes(cl_device_info what) const {
    std::size_t bytes = 0;
    check(api_.clGetDeviceInfo(id_, what, 0, nullptr, &bytes), "clGetDeviceInfo", "a device");
    std::vector<std::size_t> out(bytes / sizeof(std::size_t));
    check(api_.clGetDeviceInfo(id_, what, bytes, out.data(), nullptr), "clGetDeviceInfo", "a device");
    return out;
  }

 private:
  const Api& api_;
  cl_device_id id_;
};

DeviceFacts facts_of(const Api& api, cl_device_id id, cl_platform_id platform_id, const std::string& platform) {
  const Reader read(api, id);
  DeviceFacts d;
  d.id = id;
  d.platform_id = platform_id;
  d.name = read.text(CL_DEVICE_NAME);
  d.version = read.text(CL_DEVICE_VERSION);
  d.driver = read.text(CL_DRIVER_VERSION);
  d.memory_bytes = static_cast<double>(read.number<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE));
  d.most_bytes = static_cast<double>(read.number<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  d.most_items = read.number<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  const std::vector<std::size_t> most = read.sizes(CL_DEVICE_MAX_WORK_ITEM_SIZES);
  d.most_x = most.empty() ? d.most_items : most[0];
  d.most_y = most.size() < 2 ? d.most_items : most[1];
  d.local_bytes = static_cast<double>(read.number<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE));
  d.platform = platform;
  d.gpu = (read.number<cl_device_type>(CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) != 0;
  const auto single = read.number<cl_device_fp_config>(CL_DEVICE_SINGLE_FP_CONFIG);
  d.fuses = (single & CL_FP_FMA) != 0;
  d.denormals = (single & CL_FP_DENORM) != 0;
  d.correct_roots = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  const std::string extensions = " " + read.text(CL_DEVICE_EXTENSIONS) + " ";
  d.has_double = extensions.find(" cl_khr_fp64 ") != std::string::npos;
  d.shares_gl = extensions.find(" cl_khr_gl_sharing ") != std::string::npos;
  d.limits_registers = extensions.find(" cl_nv_compiler_options ") != std::string::npos;
  d.warning = warning_of(d);
  return d;
}

// Adds a number to names that several devices have.
void number_names(std::vector<DeviceFacts>& devices) {
  std::map<std::string, int> count, used;
  for (const DeviceFacts& d : devices) ++count[d.name];
  for (DeviceFacts& d : devices)
    if (count[d.name] > 1) d.name = fmt::format("{} #{}", d.name, ++used[d.name]);
}

}  // namespace

std::vector<DeviceFacts> find_devices(const Api& api) {
  constexpr cl_int no_platforms = -1001;  // CL_PLATFORM_NOT_FOUND_KHR
  cl_uint count = 0;
  const cl_int found = api.clGetPlatformIDs(0, nullptr, &count);
  if (found == no_platforms || (found == CL_SUCCESS && count == 0)) return {};
  check(found, "clGetPlatformIDs", "this machine");
  std::vector<cl_platform_id> platforms(count);
  check(api.clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs", "this machine");
  std::vector<DeviceFacts> devices;
  for (const cl_platform_id platform : platforms) {
    const std::string name = text_of([&](std::size_t n, char* to, std::size_t* needed) {
      return api.clGetPlatformInfo(platform, CL_PLATFORM_NAME, n, to, needed);
    });
    cl_uint here = 0;
    const cl_int any = api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &here);
    if (any == CL_DEVICE_NOT_FOUND || (any == CL_SUCCESS && here == 0)) continue;
    check(any, "clGetDeviceIDs", name);
    std::vector<cl_device_id> ids(here);
    check(api.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, here, ids.data(), nullptr), "clGetDeviceIDs", name);
    for (const cl_device_id id : ids) devices.push_back(facts_of(api, id, platform, name));
  }
  std::stable_partition(devices.begin(), devices.end(), [](const DeviceFacts& d) { return d.gpu; });
  number_names(devices);
  return devices;
}

Device::Device(SharedApi api, DeviceFacts facts, int number, const GlContext& gl)
    : api_(std::move(api)), facts_(std::move(facts)), number_(number) {
  cl_int code = CL_SUCCESS;
  if (gl.context != nullptr && facts_.shares_gl && api_->shares_gl()) {
    const auto property = [](auto* handle) { return reinterpret_cast<cl_context_properties>(handle); };
    const cl_context_properties shared[] = {CL_GL_CONTEXT_KHR,
                                            property(gl.context),
                                            gl.egl ? CL_EGL_DISPLAY_KHR : CL_GLX_DISPLAY_KHR,
                                            property(gl.display),
                                            CL_CONTEXT_PLATFORM,
                                            property(facts_.platform_id),
                                            0};
    context_ = {api_, api_->clCreateContext(shared, 1, &facts_.id, nullptr, nullptr, &code)};
    shares_gl_ = code == CL_SUCCESS && context_;
    if (shares_gl_) return;
    why_no_sharing_ = fmt::format("{} cannot share buffers with this OpenGL context (clCreateContext: {})", facts_.name,
                                  error_name(code));
  }
  const cl_context context = api_->clCreateContext(nullptr, 1, &facts_.id, nullptr, nullptr, &code);
  check(code, "clCreateContext");
  context_ = {api_, context};
}

SharedDevice open_device(int number, const GlContext& gl, std::string& why_not) {
  const SharedApi api = open_api(why_not);
  if (!api) return nullptr;
  std::vector<DeviceFacts> devices = find_devices(*api);
  if (number < 0 || static_cast<std::size_t>(number) >= devices.size()) {
    why_not = fmt::format("there is no OpenCL device {}", number);
    return nullptr;
  }
  DeviceFacts& facts = devices[static_cast<std::size_t>(number)];
  return std::make_shared<Device>(api, std::move(facts), number, gl);
}
SharedDevice open_device(int number, const GlContext& gl) {
  std::string why_not;
  if (SharedDevice device = open_device(number, gl, why_not)) return device;
  throw EngineError(why_not);
}

cl_program Device::built(bool is_double, const std::string& defines, std::string (*text)()) {
  // Denormals are zero in float, as on the CPU and in CUDA. The CPU treats those of double as zero too.
  std::string options = "-cl-std=CL1.2 -cl-denorms-are-zero";
  if (facts_.correct_roots) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  options += facts_.has_double ? " -DEZ_HAS_DOUBLE" : " -cl-single-precision-constant";
  if (is_double) options += " -DEZ_DOUBLE";
  options += defines;
  ProgramHandle& program = programs_[options];
  if (!program) program = build_program(api_, context(), facts_, text(), options);
  return program.get();
}
cl_program Device::program(bool is_double) { return built(is_double, "", lattice_text); }
cl_program Device::pass_program(bool is_double, const streamed::Shape& s) {
  std::string defines = fmt::format(" -DLEVELS={} -DITEMS={} -DMOST_COLUMNS={}", s.levels, s.items, s.columns);
  if (s.registers > 0 && facts_.limits_registers) defines += fmt::format(" -cl-nv-maxrregcount={}", s.registers);
  return built(is_double, defines, pass_text);
}

}  // namespace ez::opencl
