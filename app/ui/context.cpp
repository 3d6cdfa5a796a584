#include "app/ui/context.h"

#include <imgui.h>

namespace ez {
namespace {

template <std::size_t... K>
void put_one(Commands& out, std::size_t alternative, void* command, std::index_sequence<K...>) {
  using Put = void (*)(Commands&, void*);
  constexpr Put puts[] = {[](Commands& to, void* c) {
    to.emplace_back(std::in_place_index<K>, std::move(*static_cast<std::variant_alternative_t<K, Command>*>(c)));
  }...};
  puts[alternative](out, command);
}

}  // namespace

void Context::put(std::size_t alternative, void* command) const {
  put_one(out, alternative, command, std::make_index_sequence<std::variant_size_v<Command>>());
}
void Context::put(Command&& command) const { out.push_back(std::move(command)); }
void Context::view(const ViewState& v) const { send(command::SetView{v}); }
void Context::edit(Scene scene, std::string what) const {
  edit(std::move(scene), std::move(what), !ImGui::IsAnyItemActive());
}

void Context::edit(Scene scene, std::string what, bool finished) const {
  memory.gesture_open = !finished;
  memory.gesture_what = what;
  out.push_back(command::EditScene{std::move(scene), std::move(what), finished});
}

}  // namespace ez
