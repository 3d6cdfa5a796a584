// Makes schemes by name. Facts about each are in solver/scene/scheme.cpp.
#include <fmt/format.h>

#include "solver/engine/cuda/schemes/scheme.h"

namespace ez::cuda::schemes {
namespace {

template <class T>
struct Entry {
  std::string_view name;
  SchemeMaker<T> make;
};
template <class T>
constexpr Entry<T> entries[] = {
    {"auto", make_resident<T>},
    {"two-kernel", make_two_kernel<T>},
    {"streamed", make_streamed<T>},
    {"resident", make_resident<T>},
    {"takada", make_takada<T>},
    {"split", make_split<T>},
    {"packed-epsilon", make_packed_epsilon<T>},
    {"runtime", make_runtime<T>},
    {"cublas-vector", make_cublas_vector<T>},
    {"cublas-matrix", make_cublas_matrix<T>},
    {"marching-register", make_marching<T>},
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_scheme(const SchemeChoice& choice) {
  const SchemeFacts* facts = find_scheme(choice.name);
  const int forms = facts ? static_cast<int>(facts->forms.size()) : 0;
  for (const Entry<T>& e : entries<T>)
    if (e.name == choice.name && choice.form >= 0 && choice.form < std::max(1, forms)) return e.make(choice.form);
  throw EngineError(fmt::format("unknown kernel scheme \"{}\" of form {}", choice.name, choice.form));
}

template std::unique_ptr<Scheme<float>> make_scheme<float>(const SchemeChoice&);
template std::unique_ptr<Scheme<double>> make_scheme<double>(const SchemeChoice&);

}  // namespace ez::cuda::schemes
