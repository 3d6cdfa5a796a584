#include "app/ui/user_names.h"

#include <algorithm>

#include "app/ui/hooks.h"

namespace ez {
namespace {

std::string_view after_last(std::string_view text, char c) {
  const std::size_t at = text.rfind(c);
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

// A pane that the window added is called as its boundary, which is translated.
void add_panes(const State& state, std::vector<std::string_view>& out) {
  for (int k = 0; k < static_cast<int>(state.scene.variants.size()); ++k) {
    const std::string& name = state.scene.variants[static_cast<std::size_t>(k)].name;
    if (!name.starts_with(boundary_name(pane_scene(state, k).boundary))) out.emplace_back(name);
  }
}

}  // namespace

std::vector<std::string_view> names_of_user(const State& state) {
  const Scene& s = state.scene;
  std::vector<std::string_view> out = {s.title};
  const auto add = [&](const auto& items) {
    for (const auto& item : items) out.emplace_back(item.name);
  };
  add(s.sources), add(s.probes), add(s.monitors), add(s.materials), add(s.states), add(s.checks);
  add_panes(state, out);
  call_hooks(&UiHooks::names, state, out);
  for (const std::string& path : state.recent) out.emplace_back(after_last(path, '/'));
  const std::string_view file = after_last(state.path, '/');
  out.emplace_back(file);
  out.emplace_back(file.substr(0, file.rfind('.')));
  std::erase_if(out, [](std::string_view name) { return name.empty(); });
  return out;
}

}  // namespace ez
