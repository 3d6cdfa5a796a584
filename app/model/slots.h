// Holds one value for each type. A feature keeps its part of the state in it; the holder does not know the types.
#pragma once

#include <any>
#include <map>
#include <memory>
#include <typeindex>
#include <typeinfo>

namespace ez {

// Wraps a type that cannot be copied: copies share the value.
template <class T>
struct Shared {
  std::shared_ptr<T> value = std::make_shared<T>();
};

// Creates a value on first use; its address then never changes. Not thread-safe.
class Slots {
 public:
  template <class T>
  T& of() {
    return *std::any_cast<T>(&slot<T>());
  }
  template <class T>
  const T& of() const {
    return *std::any_cast<T>(&slot<T>());
  }

 private:
  template <class T>
  std::any& slot() const {
    std::any& slot = slots_[typeid(T)];
    if (!slot.has_value()) slot.emplace<T>();
    return slot;
  }

  mutable std::map<std::type_index, std::any> slots_;
};

}  // namespace ez
