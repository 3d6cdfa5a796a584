// Names to schemes. The facts of each are in solver/scene/scheme.cpp.
#include <fmt/format.h>

#include "solver/engine/cuda/schemes/scheme.h"

namespace ez::cuda::lab {
namespace {

template <class T>
struct Entry {
  std::string_view name;
  SchemeMaker<T> make;
};
template <class T>
constexpr Entry<T> entries[] = {
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
  if (choice.name == "readable") return nullptr;
  const SchemeFacts* facts = find_scheme(choice.name);
  const int variants = facts ? static_cast<int>(facts->variants.size()) : 0;
  for (const Entry<T>& e : entries<T>)
    if (e.name == choice.name && choice.variant >= 0 && choice.variant < std::max(1, variants))
      return e.make(choice.variant);
  throw EngineError(fmt::format("there is no kernel scheme \"{}\" of form {}; ezscope bench --schemes lists them",
                                choice.name, choice.variant));
}

template std::unique_ptr<Scheme<float>> make_scheme<float>(const SchemeChoice&);
template std::unique_ptr<Scheme<double>> make_scheme<double>(const SchemeChoice&);

}  // namespace ez::cuda::lab
