#include "app/ui/context.h"

#include <imgui.h>

namespace ez {

void Context::view(const ViewState& v) const { send(command::SetView{v}); }
void Context::edit(Scene scene, const Text& what) const { edit(std::move(scene), what, !ImGui::IsAnyItemActive()); }

void Context::edit(Scene scene, const Text& what, bool finished) const {
  memory.gesture_open = !finished;
  memory.gesture_what = what;
  out.push_back(command::EditScene{std::move(scene), what, finished});
}

}  // namespace ez
