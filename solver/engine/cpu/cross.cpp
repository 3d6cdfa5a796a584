#include "solver/engine/cpu/cross.h"

#include <utility>

namespace ez {

template <class T>
void Cross<T>::set(const Problem& p) {
  std::array<std::vector<Node>, 2> nodes;
  for (const CrossTerm& t : p.cross) {
    Node node{t.i, t.j, {}, T(0)};
    for (std::size_t k = 0; k < 4; ++k) node.weights.w[k] = T(t.weight[k]);
    nodes[t.array == FieldArray::hx ? 0 : 1].push_back(node);
  }
  for (std::size_t k = 0; k < 2; ++k)
    nodes_[k].assign(
        std::move(nodes[k]), p.ny, [](const Node& n) { return n.j; }, [](const Node& n) { return n.i; });
  any_ = !p.cross.empty();
}

template <class T>
void Cross<T>::prepare(const Field<T>& field, int begin, int end) {
  for (int j = begin; j < end; ++j) {
    if (!has(j)) continue;
    const T *e = field.ez(j), *up = field.ez(j + 1);
    for (Node& n : nodes_[0].of(j)) {
      const int i = n.i;
      n.increment =
          kernels_.cross_increment(n.weights, e[i] - e[i - 1], e[i + 1] - e[i], up[i] - up[i - 1], up[i + 1] - up[i]);
    }
    for (Node& n : nodes_[1].of(j)) {
      const int i = n.i;
      const T* below = field.ez(j - 1);
      n.increment = kernels_.cross_increment(n.weights, below[i] - e[i], below[i + 1] - e[i + 1], e[i] - up[i],
                                             e[i + 1] - up[i + 1]);
    }
  }
}

template <class T>
void Cross<T>::add(Field<T>& field, FieldArray array, int j, int begin, int end) {
  T* h = field.of(array, j);
  for (const Node& n : of(array).of(j, begin, end)) h[n.i] += n.increment;
}

template class Cross<float>;
template class Cross<double>;

}  // namespace ez
