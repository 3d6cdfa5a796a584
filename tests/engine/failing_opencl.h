// An OpenCL library in which one call fails, or all calls from one on.
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>

#include "solver/engine/opencl/device/api.h"

namespace ez {

// Wraps the functions of a library. Releasing never fails. The counter belongs to the process, because OpenCL's
// functions have no place for an object: only one object may be used at a time.
class FailingOpenCl {
 public:
  explicit FailingOpenCl(const opencl::Api& real) {
    state().real = real;
    api_ = real;
#define EZ_WRAP(name) wrap<&opencl::Api::name>(#name);
    EZ_OPENCL_FUNCTIONS(EZ_WRAP)
#undef EZ_WRAP
  }
  const opencl::Api& api() const { return api_; }
  // Lets the call fail that comes after `count` others. Negative: none.
  static void fail_at(long count) {
    State& s = state();
    s.left = count, s.failed = s.lost = false, s.code = CL_OUT_OF_RESOURCES;
  }
  // Loses the device after `count` other calls: all later calls fail with this code.
  static void lose_at(long count, cl_int code) {
    fail_at(count);
    state().lost = true, state().code = code;
  }
  static bool failed() { return state().failed; }

 private:
  struct State {
    opencl::Api real;
    long left = -1;
    bool failed = false;
    bool lost = false;  // the calls after the one that fails fail too
    cl_int code = CL_OUT_OF_RESOURCES;
  };
  static State& state() {
    static State s;
    return s;
  }
  static bool is_due() {
    State& s = state();
    if (s.left < 0) return s.lost && s.failed;
    if (s.left-- > 0) return false;
    return s.failed = true;
  }

  template <auto member, class Function>
  struct Wrapper;
  template <auto member, class Result, class... Args>
  struct Wrapper<member, Result (*)(Args...)> {
    static Result call(Args... args) {
      if (!is_due()) return (state().real.*member)(args...);
      // The work itself continues, and the memory that it uses must not be freed before its end.
      if constexpr (std::is_same_v<decltype(member), decltype(&opencl::Api::clFinish)>) (state().real.*member)(args...);
      if constexpr (std::is_same_v<Result, cl_int>) {
        return state().code;
      } else {
        *std::get<sizeof...(Args) - 1>(std::tie(args...)) = state().code;
        return nullptr;
      }
    }
  };
  template <auto member>
  void wrap(std::string_view name) {
    if (!name.starts_with("clRelease"))
      api_.*member = &Wrapper<member, std::remove_reference_t<decltype(api_.*member)>>::call;
  }

  opencl::Api api_;
};

}  // namespace ez
