// Tests the running program when its OpenCL device fails, or fails to share buffers with OpenGL, on the first OpenCL
// device of the machine. Without a device the tests are skipped with the reason.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../engine/failing_opencl.h"
#include "app/picture/gl_context.h"
#include "app/session/session.h"
#include "block_engine.h"
#include "off_screen.h"
#include "quiet_world.h"
#include "solver/engine/opencl/opencl_engine.h"

namespace ez {
namespace {

class LostOpenCl : public testing::Test {
 protected:
  void SetUp() override {
    std::string problem;
    const opencl::SharedApi real = opencl::open_api(problem);
    if (!real) GTEST_SKIP() << problem;
    const std::vector<opencl::DeviceFacts> devices = opencl::find_devices(*real);
    if (devices.empty()) GTEST_SKIP() << "no OpenCL driver has a device";
    failing = std::make_unique<FailingOpenCl>(*real);
    device = std::make_shared<opencl::Device>(std::make_shared<const opencl::Api>(failing->api()), devices[0], 0);
  }
  void TearDown() override { FailingOpenCl::fail_at(-1); }
  EngineMakerChoice engines() const {
    return {[device = device] { return std::make_unique<opencl::OpenClEngine>(device); }, ""};
  }

  std::unique_ptr<FailingOpenCl> failing;
  opencl::SharedDevice device;
};

TEST_F(LostOpenCl, the_window_continues_on_the_cpu_from_the_last_copy_whatever_call_fails) {
  const Scene scene = small_cavity(64, 48);
  for (const cl_int code : {CL_DEVICE_NOT_AVAILABLE, CL_OUT_OF_RESOURCES, CL_MEM_OBJECT_ALLOCATION_FAILURE})
    for (const long calls : {0L, 1L, 7L, 20L, 60L}) {
      Session session(off_screen(4, {900, 600}), {scene, "", "cavity"}, engines());
      for (int k = 0; k < 5; ++k) ASSERT_TRUE(session.frame());
      ASSERT_EQ(session.state().engine.backend, "OpenCL");
      FailingOpenCl::lose_at(calls, code);
      for (int k = 0; k < 12 && session.state().engine.backend != "CPU"; ++k) ASSERT_TRUE(session.frame());
      ASSERT_EQ(session.state().engine.backend, "CPU") << code << " after " << calls << " calls";
      EXPECT_GT(session.state().step, 0u);
      for (int k = 0; k < 3; ++k) ASSERT_TRUE(session.frame());
      FailingOpenCl::fail_at(-1);
      Solver reference(make_cpu_engine(1), scene);
      reference.advance(static_cast<int>(session.state().step));
      EXPECT_EQ(session.solver().field(Quantity::ez), reference.field(Quantity::ez));
    }
}

// ---- buffers shared with OpenGL. No device here can share them, so its functions are replaced.

cl_int CL_API_CALL accept_objects(cl_command_queue, cl_uint, const cl_mem*, cl_uint, const cl_event*, cl_event*) {
  return CL_SUCCESS;
}
cl_mem CL_API_CALL refuse_buffer(cl_context, cl_mem_flags, cl_GLuint, int* code) {
  *code = CL_INVALID_GL_OBJECT;
  return nullptr;
}
decltype(&clCreateContext) create_context = nullptr;
cl_context CL_API_CALL refuse_sharing(const cl_context_properties* properties, cl_uint count,
                                      const cl_device_id* devices,
                                      void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data,
                                      cl_int* code) {
  if (properties == nullptr) return create_context(nullptr, count, devices, notify, data, code);
  *code = CL_INVALID_PROPERTY;
  return nullptr;
}
decltype(&clCreateBuffer) create_buffer = nullptr;
int drawn = 0;
// Replace a context that shares buffers, and a buffer of OpenGL.
cl_context CL_API_CALL plain_context(const cl_context_properties*, cl_uint count, const cl_device_id* devices,
                                     void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data,
                                     cl_int* code) {
  return create_context(nullptr, count, devices, notify, data, code);
}
cl_mem CL_API_CALL plain_buffer(cl_context context, cl_mem_flags, cl_GLuint, int* code) {
  ++drawn;
  return create_buffer(context, CL_MEM_READ_WRITE, std::size_t{16} << 20, nullptr, code);
}

class SharedBuffers : public LostOpenCl {
 protected:
  void SetUp() override {
    LostOpenCl::SetUp();
    if (IsSkipped()) return;
    api = device->api();
    create_context = api.clCreateContext, create_buffer = api.clCreateBuffer;
    api.clEnqueueAcquireGLObjects = api.clEnqueueReleaseGLObjects = accept_objects;
    api.clCreateFromGLBuffer = refuse_buffer;
    drawn = 0;
  }
  // Engines whose device claims to share buffers with the window's OpenGL.
  EngineMakerChoice sharing() const {
    return {[this] {
              opencl::DeviceFacts facts = device->facts();
              facts.shares_gl = true;
              const auto shared = std::make_shared<const opencl::Api>(api);
              return std::make_unique<opencl::OpenClEngine>(
                  std::make_shared<opencl::Device>(shared, facts, 0, current_gl_context()));
            },
            ""};
  }
  opencl::Api api;
};

TEST_F(SharedBuffers, a_context_that_is_refused_is_replaced_by_copies_with_one_line) {
  api.clCreateContext = refuse_sharing;
  testing::internal::CaptureStderr();
  Session session(off_screen(4, {900, 600}), {small_cavity(64, 48), "", "cavity"}, sharing());
  for (int k = 0; k < 4; ++k) ASSERT_TRUE(session.frame());
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(session.state().link, "host copy");
  EXPECT_NE(session.state().link_reason.find("cannot share buffers with this OpenGL context (clCreateContext: "),
            std::string::npos)
      << session.state().link_reason;
  const std::size_t line = said.find("warning: the field is drawn through a host copy instead: ");
  ASSERT_NE(line, std::string::npos) << said;
  EXPECT_EQ(said.find("warning: the field", line + 1), std::string::npos) << said;
}

TEST_F(SharedBuffers, a_buffer_that_is_refused_is_replaced_by_copies_and_the_run_continues) {
  api.clCreateContext = plain_context;
  Session session(off_screen(4, {900, 600}), {small_cavity(64, 48), "", "cavity"}, sharing());
  for (int k = 0; k < 4; ++k) ASSERT_TRUE(session.frame());
  EXPECT_EQ(session.state().engine.backend, "OpenCL");
  EXPECT_EQ(session.state().link, "host copy");
  EXPECT_NE(session.state().link_reason.find("clCreateFromGLBuffer"), std::string::npos);
  EXPECT_TRUE(session.state().link_degraded);
}

TEST_F(SharedBuffers, pictures_go_into_a_shared_buffer_with_the_statistics_of_a_copy) {
  api.clCreateContext = plain_context, api.clCreateFromGLBuffer = plain_buffer;
  const auto shown = [](const EngineMakerChoice& choice) {
    Session session(off_screen(4, {900, 600}), {small_cavity(64, 48), "", "cavity"}, choice);
    for (int k = 0; k < 4; ++k) EXPECT_TRUE(session.frame());
    EXPECT_FALSE(session.state().link_degraded) << session.state().link_reason;
    return std::pair(session.state().link, session.state().picture);
  };
  const auto [shared, of_shared] = shown(sharing());
  EXPECT_EQ(shared, "mapped pixel buffer");
  EXPECT_GT(drawn, 0);
  const auto [copied, of_copied] = shown(engines());
  EXPECT_EQ(copied, "host copy");
  EXPECT_GT(of_copied.max_abs, 0);
  EXPECT_EQ(of_shared.max_abs, of_copied.max_abs);
  EXPECT_TRUE(of_shared.finite && of_copied.finite);
}

}  // namespace
}  // namespace ez
