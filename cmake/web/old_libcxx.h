// What libc++ 13 (Debian 12's emscripten 3.1.6) lacks of what ezscope uses of C++20: the range algorithms, from_chars
// and to_chars of floating point, cyl_bessel_i, bit_cast, jthread with its stop_token. Included before everything
// (-include). Not needed with emscripten >= 3.1.50 or so.
#pragma once
#ifdef __cplusplus
#include <version>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000
#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
namespace std {
class stop_token {
 public:
  stop_token() = default;
  explicit stop_token(std::shared_ptr<std::atomic<bool>> flag) : flag_(std::move(flag)) {}
  bool stop_requested() const noexcept { return flag_ && flag_->load(); }
  bool stop_possible() const noexcept { return flag_ != nullptr; }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};
class stop_source {
 public:
  bool request_stop() noexcept { return !flag_->exchange(true); }
  bool stop_requested() const noexcept { return flag_->load(); }
  stop_token get_token() const { return stop_token(flag_); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};
class jthread {
 public:
  jthread() noexcept = default;
  template <class F, class... A, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, jthread>>>
  explicit jthread(F&& work, A&&... a) {
    if constexpr (std::is_invocable_v<std::decay_t<F>, stop_token, std::decay_t<A>...>)
      thread_ = std::thread(std::forward<F>(work), source_.get_token(), std::forward<A>(a)...);
    else
      thread_ = std::thread(std::forward<F>(work), std::forward<A>(a)...);
  }
  jthread(jthread&&) noexcept = default;
  jthread& operator=(jthread&& other) noexcept {
    end();
    source_ = other.source_;
    thread_ = std::move(other.thread_);
    return *this;
  }
  ~jthread() { end(); }
  bool joinable() const noexcept { return thread_.joinable(); }
  void join() { thread_.join(); }
  bool request_stop() noexcept { return source_.request_stop(); }
  stop_token get_stop_token() const { return source_.get_token(); }

 private:
  void end() {
    if (!thread_.joinable()) return;
    source_.request_stop();
    thread_.join();
  }
  stop_source source_;
  std::thread thread_;
};
namespace ranges {
#define EZ_R template <class R
template <class R, class V, class P = std::identity>
constexpr auto find(R&& r, const V& v, P p = {}) {
  auto i = std::begin(r);
  for (auto e = std::end(r); i != e; ++i)
    if (std::invoke(p, *i) == v) break;
  return i;
}
template <class R, class F, class P = std::identity>
constexpr auto find_if(R&& r, F f, P p = {}) {
  auto i = std::begin(r);
  for (auto e = std::end(r); i != e; ++i)
    if (std::invoke(f, std::invoke(p, *i))) break;
  return i;
}
template <class R, class F, class P = std::identity>
constexpr bool any_of(R&& r, F f, P p = {}) {
  return ranges::find_if(r, f, p) != std::end(r);
}
template <class R, class F, class P = std::identity>
constexpr bool none_of(R&& r, F f, P p = {}) {
  return ranges::find_if(r, f, p) == std::end(r);
}
template <class R, class F, class P = std::identity>
constexpr bool all_of(R&& r, F f, P p = {}) {
  for (auto&& x : r)
    if (!std::invoke(f, std::invoke(p, x))) return false;
  return true;
}
template <class R, class F, class P = std::identity>
constexpr std::ptrdiff_t count_if(R&& r, F f, P p = {}) {
  std::ptrdiff_t n = 0;
  for (auto&& x : r) n += std::invoke(f, std::invoke(p, x)) ? 1 : 0;
  return n;
}
template <class R, class V, class P = std::identity>
constexpr std::ptrdiff_t count(R&& r, const V& v, P p = {}) {
  std::ptrdiff_t n = 0;
  for (auto&& x : r) n += std::invoke(p, x) == v ? 1 : 0;
  return n;
}
struct EzLess {
  template <class A, class B>
  constexpr bool operator()(A&& a, B&& b) const {
    return a < b;
  }
};
template <class R, class C = EzLess, class P = std::identity>
constexpr auto max_element(R&& r, C c = {}, P p = {}) {
  return std::max_element(std::begin(r), std::end(r), [&](auto&& a, auto&& b) -> bool {
    return std::invoke(c, std::invoke(p, a), std::invoke(p, b));
  });
}
template <class R, class C = EzLess, class P = std::identity>
constexpr auto min_element(R&& r, C c = {}, P p = {}) {
  return std::min_element(std::begin(r), std::end(r), [&](auto&& a, auto&& b) -> bool {
    return std::invoke(c, std::invoke(p, a), std::invoke(p, b));
  });
}
template <class T>
struct min_max_result {
  T min, max;
};
template <class R, class C = EzLess, class P = std::identity>
constexpr auto minmax_element(R&& r, C c = {}, P p = {}) {
  auto both = std::minmax_element(std::begin(r), std::end(r), [&](auto&& a, auto&& b) -> bool {
    return std::invoke(c, std::invoke(p, a), std::invoke(p, b));
  });
  return min_max_result<decltype(both.first)>{both.first, both.second};
}
template <class R, class C = EzLess, class P = std::identity>
constexpr auto minmax(R&& r, C c = {}, P p = {}) {
  auto both = ranges::minmax_element(r, c, p);
  return min_max_result<typename std::iterator_traits<decltype(both.min)>::value_type>{*both.min, *both.max};
}
template <class R, class C = EzLess, class P = std::identity>
constexpr auto sort(R&& r, C c = {}, P p = {}) {
  std::sort(std::begin(r), std::end(r),
            [&](auto&& a, auto&& b) -> bool { return std::invoke(c, std::invoke(p, a), std::invoke(p, b)); });
  return std::end(r);
}
template <class R, class C = EzLess, class P = std::identity>
constexpr auto stable_sort(R&& r, C c = {}, P p = {}) {
  std::stable_sort(std::begin(r), std::end(r),
                   [&](auto&& a, auto&& b) -> bool { return std::invoke(c, std::invoke(p, a), std::invoke(p, b)); });
  return std::end(r);
}
template <class R, class V>
constexpr auto lower_bound(R&& r, const V& v) {
  return std::lower_bound(std::begin(r), std::end(r), v);
}
template <class R, class V>
constexpr auto upper_bound(R&& r, const V& v) {
  return std::upper_bound(std::begin(r), std::end(r), v);
}
template <class R, class V>
constexpr void fill(R&& r, const V& v) {
  std::fill(std::begin(r), std::end(r), v);
}
template <class R, class O>
constexpr O copy(R&& r, O o) {
  return std::copy(std::begin(r), std::end(r), o);
}
template <class R, class O>
constexpr O move(R&& r, O o) {
  return std::move(std::begin(r), std::end(r), o);
}
template <class R, class O, class F>
constexpr O transform(R&& r, O o, F f) {
  return std::transform(std::begin(r), std::end(r), o, [&](auto&& x) { return std::invoke(f, x); });
}
template <class R, class S>
constexpr bool equal(R&& r, S&& s) {
  return std::equal(std::begin(r), std::end(r), std::begin(s), std::end(s));
}
template <class R, class S, class F>
constexpr bool equal(R&& r, S&& s, F f) {
  return std::equal(std::begin(r), std::end(r), std::begin(s), std::end(s), f);
}
template <class R, class F>
constexpr auto partition_point(R&& r, F f) {
  return std::partition_point(std::begin(r), std::end(r), f);
}
}  // namespace ranges
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}
template <class T>
unique_ptr<T> make_unique_for_overwrite(std::size_t n) {
  return unique_ptr<T>(new std::remove_extent_t<T>[n]);
}
// Locale-independent here: emscripten's musl knows the C locale's point alone.
template <class T, class = std::enable_if_t<std::is_floating_point_v<T>>>
inline from_chars_result from_chars(const char* first, const char* last, T& value,
                                    chars_format = chars_format::general) {
  std::string text(first, last);
  if (text.empty() || text[0] == '+' || std::isspace(static_cast<unsigned char>(text[0])))
    return {first, errc::invalid_argument};
  char* end = nullptr;
  const double v = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  value = static_cast<T>(v);
  return {first + (end - text.c_str()), errc{}};
}
inline to_chars_result to_chars(char* first, char* last, double v,
                                chars_format f = chars_format::general) {  // shortest that reads back
  char text[400];
  const char* form = f == chars_format::fixed ? "%.*f" : f == chars_format::scientific ? "%.*e" : "%.*g";
  for (int digits = 0; digits < 60; ++digits) {
    std::snprintf(text, sizeof text, form, digits, v);
    if (std::strtod(text, nullptr) == v) break;
  }
  const auto n = static_cast<std::ptrdiff_t>(std::strlen(text));
  if (n > last - first) return {last, errc::value_too_large};
  std::memcpy(first, text, static_cast<std::size_t>(n));
  return {first + n, errc{}};
}
inline double cyl_bessel_i(double nu, double x) {  // of order 0 and other small whole orders
  double term = 1, sum = 0;
  for (int k = 1; k <= static_cast<int>(nu); ++k) term *= x / 2 / k;
  for (int k = 0; k < 500; ++k) {
    sum += term;
    term *= (x / 2) * (x / 2) / ((k + 1.0) * (k + 1.0 + nu));
    if (term < 1e-17 * sum) break;
  }
  return sum;
}
}  // namespace std
#endif
#endif
