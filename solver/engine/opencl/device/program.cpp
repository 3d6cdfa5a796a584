#include "solver/engine/opencl/device/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "embed/opencl_kernels.h"
#include "solver/base/error.h"
#include "solver/base/own_folder.h"
#include "solver/base/read_file.h"
#include "solver/base/write_file.h"
#include "solver/engine/opencl/device/device.h"

namespace ez::opencl {
namespace {

namespace fs = std::filesystem;

// ---- texts

std::string_view file(std::string_view name) {
  const auto all = embedded::opencl_kernels();
  return std::ranges::find(all, name, &embedded::File::name)->bytes;
}
std::string joined(std::initializer_list<std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += file(name);
  return text;
}
// Returns the function of one kind of tile. In a CPML ψ takes registers, so items have one column there. Two rows at
// once save a quarter of the instructions, but take registers too, which only tiles of one medium have left.
std::string tile_text(std::string_view name, bool any, bool edge, bool layer_x, bool layer_y) {
  return fmt::format(
      "#define TILE {}_tile\n#define ANY {:d}\n#define EDGE {:d}\n#define LAYER_X {:d}\n#define LAYER_Y {:d}\n"
      "#define COLUMNS {}\n#define ROWS {}\n{}",
      name, any, edge, layer_x, layer_y, layer_x || layer_y ? "1" : "MOST_COLUMNS", any ? 1 : 2, file("tile.cl"));
}

// ---- binaries

constexpr std::string_view magic = "ezscope OpenCL binary 1\n";
constexpr std::size_t most_bytes = std::size_t{64} << 20;

// FNV-1a.
std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

// Returns the file of a program's binary; empty if there is no cache folder, or if the driver caches programs itself
// and takes several times as long to hand out their binaries.
fs::path file_of(const DeviceFacts& device, const std::string& key) {
  const fs::path folder = cache_folder();
  if (folder.empty() || device.platform.starts_with("Portable Computing Language")) return {};
  return folder / "opencl" / fmt::format("{:016x}.bin", hash_of(key));
}

// A file holds `magic`, the key's length, the key, the hash of the binary, and the binary.
std::string contents_of(const std::string& key, const std::string& binary) {
  return fmt::format("{}{}\n{}{:016x}\n{}", magic, key.size(), key, hash_of(binary), binary);
}
// Returns the binary of a file; empty if the file is damaged or belongs to another program.
std::string binary_in(const std::string& contents, const std::string& key) {
  const std::string begin = fmt::format("{}{}\n{}", magic, key.size(), key);
  constexpr std::size_t digits = 17;  // of the hash, with its line end
  if (!contents.starts_with(begin) || contents.size() < begin.size() + digits) return {};
  std::string binary = contents.substr(begin.size() + digits);
  const std::string hash = contents.substr(begin.size(), digits);
  return hash == fmt::format("{:016x}\n", hash_of(binary)) ? binary : std::string();
}

class Builder {
 public:
  Builder(const SharedApi& api, cl_context context, const DeviceFacts& device, const std::string& options)
      : api_(api), context_(context), device_(device), options_(options) {}

  // Returns an empty owner if the driver refuses the binary.
  ProgramHandle from_binary(const std::string& binary) const {
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    const std::size_t count = binary.size();
    cl_int status = CL_SUCCESS, code = CL_SUCCESS;
    ProgramHandle program(api_,
                          api_->clCreateProgramWithBinary(context_, 1, &device_.id, &count, &bytes, &status, &code));
    return code == CL_SUCCESS && status == CL_SUCCESS && build(program) == CL_SUCCESS ? std::move(program)
                                                                                      : ProgramHandle();
  }
  ProgramHandle from_text(const std::string& text) const {
    const char* source = text.c_str();
    cl_int code = CL_SUCCESS;
    ProgramHandle program(api_, api_->clCreateProgramWithSource(context_, 1, &source, nullptr, &code));
    check(code, "clCreateProgramWithSource", device_.name);
    code = build(program);
    if (code != CL_SUCCESS)
      throw EngineError(
          fmt::format("the OpenCL compiler of {} cannot build the kernels (clBuildProgram: {}); update its "
                      "driver, or use another engine with --backend. Its log: {}",
                      device_.name, error_name(code), log_of(program)));
    return program;
  }
  std::string binary_of(const ProgramHandle& program) const {
    std::size_t count = 0;
    if (api_->clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof count, &count, nullptr) != CL_SUCCESS)
      return {};
    std::string binary(count, '\0');
    auto* bytes = reinterpret_cast<unsigned char*>(binary.data());
    const cl_int code = api_->clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr);
    return code == CL_SUCCESS ? binary : std::string();
  }

 private:
  cl_int build(const ProgramHandle& program) const {
    return api_->clBuildProgram(program.get(), 1, &device_.id, options_.c_str(), nullptr, nullptr);
  }
  std::string log_of(const ProgramHandle& program) const {
    std::string log = text_of([&](std::size_t n, char* to, std::size_t* needed) {
      return api_->clGetProgramBuildInfo(program.get(), device_.id, CL_PROGRAM_BUILD_LOG, n, to, needed);
    });
    log.resize(std::min<std::size_t>(log.size(), 2000));
    return log;
  }

  const SharedApi& api_;
  cl_context context_;
  const DeviceFacts& device_;
  const std::string& options_;
};

// Write errors are ignored, because the program can be built again.
void write_cache(const fs::path& path, const std::string& contents) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  try {
    write_file_atomically(path, contents);
  } catch (const std::system_error&) {
  }
}

}  // namespace

std::string lattice_text() {
  return joined({"prelude.cl", "physics.cl", "grid.cl", "step.cl", "points.cl", "poles.cl", "picture.cl", "energy.cl",
                 "split.cl"});
}
std::string pass_text() {
  return joined({"prelude.cl", "physics.cl", "grid.cl", "pass_tables.cl"}) +
         tile_text("uniform", false, false, false, false) + tile_text("palette", true, false, false, false) +
         tile_text("points", true, true, false, false) + tile_text("layer_y", true, true, false, true) +
         tile_text("layer_x", true, true, true, false) + tile_text("corner", true, true, true, true) +
         std::string(file("pass.cl"));
}

std::string measure_text() { return std::string(file("measure.cl")); }

ProgramHandle build_program(const SharedApi& api, cl_context context, const DeviceFacts& device,
                            const std::string& text, const std::string& options) {
  const Builder builder(api, context, device, options);
  const std::string key =
      fmt::format("{}\n{}\n{}\n{}\n{:016x}\n", device.name, device.version, device.driver, options, hash_of(text));
  const fs::path path = file_of(device, key);
  if (!path.empty())
    if (const std::string binary = binary_in(read_file(path, most_bytes).bytes, key); !binary.empty())
      if (ProgramHandle program = builder.from_binary(binary)) return program;
  ProgramHandle program = builder.from_text(text);
  if (!path.empty())
    if (const std::string binary = builder.binary_of(program); !binary.empty())
      write_cache(path, contents_of(key, binary));
  return program;
}

}  // namespace ez::opencl
