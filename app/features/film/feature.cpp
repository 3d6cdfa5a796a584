// Videos of the window's picture: the button and its progress.
#include <fmt/format.h>

#include <cmath>

#include "app/features/feature.h"
#include "app/features/film/commands.h"
#include "app/features/film/filming.h"
#include "app/features/film/log.h"
#include "app/features/film/session.h"
#include "app/platform/film.h"
#include "solver/base/memory.h"

namespace ez {
namespace {

constexpr float progress_width = 92;  // width of the progress in the tool bar, unscaled

// Returns the length of the video so far.
std::string length_of(const Context& c, const Filming& f) {
  return c.say("frame {} · {:.1f} s", f.frames, f.seconds());
}
bool is_slow(const Filming& f) { return f.pace < 0.9; }

void film_dot(const ToolBar& bar, ImVec2 center, float radius) {
  bar.pen.list->AddCircleFilled(center, bar.c.px(radius), bar.c.t().fail);
}

void draw_progress(const ToolBar& bar, const Filming& f) {
  const Context& c = bar.c;
  const float right = c.memory.tool_bar.min.x + bar.x + c.px(progress_width - 4);
  const float middle = c.memory.tool_bar.min.y + c.px(tool_bar_height / 2);
  const ImU32 color = is_slow(f) ? c.t().warn : c.t().text;
  const std::string pace = is_slow(f) ? fmt::format(" ×{:.1f}", f.pace) : "";
  bar.pen.text({right, middle - c.px(8)}, {1, 0.5f}, fmt::format("{:.1f} s", f.seconds()) + pace, color,
               font_size::small);
  bar.pen.text({right, middle + c.px(8)}, {1, 0.5f}, c.say("frame {}", f.frames), c.t().text2, font_size::small);
}

// The progress is before the button, which thus stays in its place when it is pressed.
void film_button(ToolBar& bar, bool with_progress) {
  const Context& c = bar.c;
  const Filming& f = c.state.of<Filming>();
  if (f.on && with_progress) {
    draw_progress(bar, f);
    bar.x += c.px(progress_width);
  }
  const ImVec2 center(c.memory.tool_bar.min.x + bar.x + c.px(16), c.memory.tool_bar.min.y + c.px(tool_bar_height / 2));
  const std::string slow =
      c.say("\nRecording is slower than real time: {:.2f} s of video per second. The video plays at the chosen speed",
            f.pace);
  const std::string words = f.on ? c.say("Stops recording {}: {}, {}{}", f.path, length_of(c, f), human_bytes(f.bytes),
                                         is_slow(f) ? slow : "")
                                 : "Records a video of the picture";
  if (bar.button("##film", icon::none, words, "F9", f.on ? ButtonState::selected : ButtonState::plain))
    c.send(command::Film{!f.on});
  film_dot(bar, center, f.on ? 6 : 5);
}

void entries(const Context& c) {
  const Filming& f = c.state.of<Filming>();
  const std::string film =
      f.on ? c.say("Stop recording: {}, {}", length_of(c, f), human_bytes(f.bytes)) : "Record video";
  if (ImGui::MenuItem(fmt::format("{}###film", c.tr(std::string_view(film))).c_str(), "F9", f.on))
    c.send(command::Film{!f.on});
  const auto for_slides = [&](const char* name, const char* suffix) {  // a browser has neither
    if (!f.on && is_film(std::string("film") + suffix) && ImGui::MenuItem(c.item(name).c_str()))
      c.send(command::Film{true, "", suffix});
  };
  for_slides("Record GIF for slides", ".gif");
  for_slides("Record WebP for slides", ".webp");
}

bool keys(const Context& c, KeyPlace place) {
  const bool here = place == KeyPlace::everywhere || (place == KeyPlace::presenting && !ImGui::GetIO().KeyCtrl);
  if (here && ImGui::IsKeyPressed(ImGuiKey_F9, false)) c.send(command::Film{!c.state.of<Filming>().on});
  return false;
}

// Draws the recording dot, unless the tool bar already shows it.
bool lamp(const InterfaceMemory& m, const State& state, const Pen& pen) {
  const Filming& f = state.of<Filming>();
  if (!f.on || (!state.presenting.on && has_room_for_progress(m.look, ImGui::GetIO().DisplaySize.x))) return false;
  std::string words = say(m.look.words, "frame {} · {:.1f} s", f.frames, f.seconds());
  if (is_slow(f)) words += fmt::format("  ×{:.1f}", f.pace);
  const float width = m.look.measure(m.look.fonts.mono, font_size::small, words).x, high = m.look.px(24);
  const ImVec2 a(std::round((m.picture.min.x + m.picture.max.x - width) / 2), m.picture.min.y + m.look.px(4));
  const float middle = a.y + high / 2;
  pen.card({a.x - m.look.px(26), a.y}, {a.x + width + m.look.px(10), a.y + high});
  pen.list->AddCircleFilled({a.x - m.look.px(12), middle}, m.look.px(6), m.look.t().fail);
  pen.mono({a.x, middle}, {0, 0.5f}, words, m.look.t().text, font_size::small);
  return true;
}

}  // namespace

Feature film_feature() {
  return {.model = {.commands = film_commands()},
          .ui = {.keys = keys,
                 .tool_bar = {.share = entries,
                              .button = film_button,
                              .goes_on = [](const State& s) { return s.of<Filming>().on; },
                              .progress_width = progress_width,
                              .dot =
                                  [](const ToolBar& bar, ImVec2 corner) {
                                    if (bar.c.state.of<Filming>().on) film_dot(bar, corner, 4);
                                  }},
                 .lamp = lamp},
          .part = film_part};
}

}  // namespace ez
