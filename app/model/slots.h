// Values of types that whoever holds them does not know: what a feature adds to the state, one value a type.
#pragma once

#include <any>
#include <map>
#include <memory>
#include <typeindex>
#include <typeinfo>

namespace ez {

// Of a type that cannot be copied: copies share it.
template <class T>
struct Shared {
  std::shared_ptr<T> value = std::make_shared<T>();
};

// A value is made when it is first asked for, and stays where it is. For one thread.
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
