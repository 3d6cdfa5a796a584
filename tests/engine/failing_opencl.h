// An OpenCL library in which one call fails.
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
  static void fail_at(long count) { state().left = count, state().failed = false; }
  static bool failed() { return state().failed; }

 private:
  struct State {
    opencl::Api real;
    long left = -1;
    bool failed = false;
  };
  static State& state() {
    static State s;
    return s;
  }
  static bool is_due() {
    State& s = state();
    if (s.left < 0) return false;
    if (s.left-- > 0) return false;
    return s.failed = true;
  }

  template <auto member, class Function>
  struct Wrapper;
  template <auto member, class Result, class... Args>
  struct Wrapper<member, Result (*)(Args...)> {
    static Result call(Args... args) {
      if (!is_due()) return (state().real.*member)(args...);
      if constexpr (std::is_same_v<Result, cl_int>) {
        return CL_OUT_OF_RESOURCES;
      } else {
        *std::get<sizeof...(Args) - 1>(std::tie(args...)) = CL_OUT_OF_RESOURCES;
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
