// The first minute: the start page and the tour.
#include "app/features/feature.h"
#include "app/features/welcome/commands.h"
#include "app/features/welcome/log.h"
#include "app/features/welcome/page.h"
#include "app/features/welcome/welcome.h"

namespace ez {
namespace {

void turn_page(const Context& c) {
  Welcome now = c.state.of<Welcome>();
  now.page = !now.page;
  c.send(command::SetWelcome{now});
}

bool keys(const Context& c, KeyPlace place) {
  const Welcome& w = c.state.of<Welcome>();
  if (place == KeyPlace::everywhere && ImGui::GetIO().KeyShift && ImGui::IsKeyPressed(ImGuiKey_F1, false)) turn_page(c);
  if (place == KeyPlace::enter && w.hint) return show_hint(c, *w.hint + 1), true;
  if (place == KeyPlace::escape && w.page) return leave_first_page(c), true;
  if (place == KeyPlace::escape && w.hint) return show_hint(c, std::nullopt), true;
  return false;
}

void draw(const Context& c) {
  draw_first_page(c);
  draw_tour(c);
}

void take_settings(State& s, const Settings& settings) {
  s.of<Welcome>().seen = settings.welcomed;
  s.of<Welcome>().toured = settings.toured;
}
void give_settings(const State& s, Settings& settings) {
  settings.welcomed = s.of<Welcome>().seen;
  settings.toured = s.of<Welcome>().toured;
}

}  // namespace

Feature welcome_feature() {
  return {.model = {.commands = welcome_commands(),
                    .begins = [](State& s, bool bare) { s.of<Welcome>().page = bare && !s.of<Welcome>().seen; },
                    // the page would cover the scene
                    .restores = [](State& s, Services&) { s.of<Welcome>().page = false; },
                    .take_settings = take_settings,
                    .give_settings = give_settings},
          .ui = {.keys = keys,
                 .covers = [](const State& s) { return s.of<Welcome>().page; },
                 .holds_enter = [](const Context& c) { return c.state.of<Welcome>().hint.has_value(); },
                 .windows = draw,
                 .tool_bar = {.mark = turn_page}}};
}

}  // namespace ez
