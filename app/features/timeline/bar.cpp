// The timeline below the picture: small pictures of the run so far, and a track to move along it. Items, in the window
// "Timeline":
//   ##back ##backwards ##scrub ##compare ##budget ##close; in the presenter only ##scrub
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/features/timeline/commands.h"
#include "app/features/timeline/memory.h"
#include "app/features/timeline/state.h"
#include "app/features/timeline/timeline.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "app/ui/popup_menu.h"

namespace ez {
namespace {

using Kept = TimelineState::Kept;
using Shot = TimelineState::Shot;
constexpr float track_height = 16, picture_gap = 2;

// Converts between pixels and steps.
struct Track {
  float x0, x1;
  double begin, end;

  explicit Track(const Moments& t, float left, float right)
      : x0(left),
        x1(std::max(right, left + 1)),
        begin(static_cast<double>(t.begin)),
        end(static_cast<double>(std::max(t.end, t.begin + 1))) {}
  float x(std::uint64_t step) const {
    const double share = (static_cast<double>(step) - begin) / (end - begin);
    return x0 + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (x1 - x0);
  }
  std::uint64_t step(float x) const {
    const double share = std::clamp((static_cast<double>(x) - x0) / (static_cast<double>(x1) - x0), 0.0, 1.0);
    return static_cast<std::uint64_t>(std::llround(begin + share * (end - begin)));
  }
};

// Returns the last snapshot at or before a step. `of` is sorted by step. Null if all are later.
template <class Moment>
const Moment* latest_until(const std::vector<Moment>& of, std::uint64_t step) {
  const auto after = std::partition_point(of.begin(), of.end(), [&](const Moment& m) { return m.step <= step; });
  return after == of.begin() ? nullptr : &*(after - 1);
}

// Returns the time of a step in s, interpolated between known times. Steps beyond them have the length of the current
// step.
double time_at(const State& s, std::uint64_t step) {
  const TimelineState& t = s.of<TimelineState>();
  double s0 = 0, t0 = 0, s1 = static_cast<double>(s.moments.now), t1 = s.time;
  for (const Kept& k : t.kept) {
    const auto at = static_cast<double>(k.step);
    if (k.step <= step && at > s0) s0 = at, t0 = k.time;
    if (k.step >= step && (s1 < static_cast<double>(step) || at < s1)) s1 = at, t1 = k.time;
  }
  if (s.moments.now <= step && static_cast<double>(s.moments.now) >= s0)
    s0 = static_cast<double>(s.moments.now), t0 = s.time;
  const double x = static_cast<double>(step);
  return s1 > s0 ? t0 + (x - s0) / (s1 - s0) * (t1 - t0) : t0 + (x - s0) * s.dt;
}

// Draws the snapshot's picture so that it fills the area from a to b. It is centred and its edges are cut.
void picture(const Context& c, const Shot& shot, const Pen& pen, ImVec2 a, ImVec2 b, float opacity = 1) {
  const Image& image = c.state.dark ? shot.picture->dark : shot.picture->light;
  if (image.rgba.empty()) return;
  std::unique_ptr<Texture>& texture = c.memory.of<TimelineMemory>().pictures[{shot.id, c.state.dark}];
  if (!texture) texture = std::make_unique<Texture>(image);
  const float shape = static_cast<float>(image.width) / static_cast<float>(image.height),
              room = (b.x - a.x) / (b.y - a.y);
  const ImVec2 part(std::min(1.0f, room / shape), std::min(1.0f, shape / room));
  pen.list->AddImage(texture->data().GetTexRef(), a, b, {0.5f - part.x / 2, 0.5f - part.y / 2},
                     {0.5f + part.x / 2, 0.5f + part.y / 2}, fade(IM_COL32_WHITE, opacity));
}

// Releases the textures of pictures that are no longer shown.
void drop_pictures(const Context& c) {
  TimelineMemory& m = c.memory.of<TimelineMemory>();
  const TimelineState& t = c.state.of<TimelineState>();
  if (std::exchange(m.version, t.version) == t.version) return;
  std::erase_if(m.pictures, [&](const auto& one) {
    return std::none_of(t.shots.begin(), t.shots.end(), [&](const Shot& s) { return s.id == one.first.first; });
  });
}

// Draws as many pictures as fit, each the last of its stretch. A stretch without pictures repeats the one before,
// faintly.
void strip(const Context& c, const Pen& pen, const Track& track, float top, float bottom) {
  pen.fill({track.x0, top}, {track.x1, bottom}, c.t().canvas);
  const Vec2 cell = cell_size(c.state.scene);
  const double shape = c.state.scene.grid.nx * cell.x / (c.state.scene.grid.ny * cell.y);
  const float wanted = (bottom - top) * static_cast<float>(std::clamp(shape, 0.6, 2.4));
  const int count = std::max(1, static_cast<int>((track.x1 - track.x0) / wanted));
  const float width = (track.x1 - track.x0) / static_cast<float>(count);
  for (int k = 0; k < count; ++k) {
    const float a = track.x0 + static_cast<float>(k) * width, b = a + width;
    const Shot* shot = latest_until(c.state.of<TimelineState>().shots, track.step(b));
    if (shot == nullptr) continue;
    const float opacity = track.x(shot->step) < a ? 0.55f : 1;
    picture(c, *shot, pen, {std::round(a), top}, {std::round(b) - c.px(picture_gap), bottom}, opacity);
  }
}

void marks(const Context& c, const Pen& pen, const Track& track, float y) {
  float last = -1;
  for (const TimelineState::Mark& m : c.state.of<TimelineState>().marks) {
    const float x = std::round(track.x(m.step));
    if (x - last < c.px(4) && last >= 0) continue;
    last = x;
    const float r = c.px(4);
    pen.list->AddQuadFilled({x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}, c.t().warn);
  }
}

// Shows the time under the mouse, its edit, and whether a snapshot is stored there.
void hover_card(const Context& c, const Track& track, float x, bool with_picture) {
  const TimelineState& t = c.state.of<TimelineState>();
  const std::uint64_t step = track.step(x);
  const Kept* kept = latest_until(t.kept, step);
  const Shot* shot = latest_until(t.shots, step);
  // Above the bar, so that the bar's pictures and marks stay visible.
  ImGui::SetNextWindowPos({x, c.memory.of<TimelineMemory>().bar.min.y - c.px(6)}, ImGuiCond_Always,
                          {x / ImGui::GetIO().DisplaySize.x, 1});
  const std::uint64_t from = kept != nullptr ? kept->step : c.state.moments.begin;
  const std::string when = c.say("t = {}, step {}", engineering(time_at(c.state, step), "s", 3), step),
                    how = step == c.state.moments.now ? ""
                          : from == step              ? c.tr("snapshot stored")
                                                      : c.say("{} steps after the last stored snapshot", step - from);
  ImGui::BeginTooltip();
  if (with_picture && shot != nullptr) {
    const Image& image = c.state.dark ? shot->picture->dark : shot->picture->light;
    const ImVec2 size = c.look.px(1.5f * static_cast<float>(image.width), 1.5f * static_cast<float>(image.height));
    const float words = std::max(ImGui::CalcTextSize(when.c_str()).x, ImGui::CalcTextSize(how.c_str()).x);
    const ImVec2 at = ImGui::GetCursorScreenPos() + ImVec2(std::max(0.0f, std::floor((words - size.x) / 2)), 0);
    ImGui::Dummy({std::max(words, size.x), size.y});
    picture(c, *shot, {c.look, ImGui::GetWindowDrawList()}, at, at + size);  // centred over the text
  }
  ImGui::TextUnformatted(when.c_str());
  if (!how.empty()) ImGui::TextUnformatted(how.c_str());
  int said = 0;
  for (const TimelineState::Mark& m : t.marks)
    if (std::abs(track.x(m.step) - x) <= c.px(5) && said++ < 4)
      ImGui::TextUnformatted(c.say("step {}: {}", m.step, m.what).c_str());
  if (!t.inexact.empty()) {
    ImGui::PushTextWrapPos(c.px(320));
    ImGui::TextUnformatted(c.tr(t.inexact).c_str());
    ImGui::PopTextWrapPos();
  }
  ImGui::EndTooltip();
}

// Returns the step of the run to compare with, unless the user picks another one.
std::optional<std::uint64_t> other_run(const Moments& m, const TimelineState& t) {
  if (m.now < m.end && !t.marks.empty() && t.marks.back().step > m.now) return m.end;
  for (auto mark = t.marks.rbegin(); mark != t.marks.rend(); ++mark)
    if (mark->step > m.begin) return mark->step - 1;
  return std::nullopt;
}

// Draws the menu of a right click on the track.
void moment_menu(const Context& c, const Track& track, bool hovered) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID("##moment");
  if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    storage.SetInt(id, static_cast<int>(track.step(ImGui::GetIO().MousePos.x)));
    ImGui::OpenPopup("##moment");
  }
  const PopupMenu menu(c.look, "##moment");
  if (!menu) return;
  const auto step = static_cast<std::uint64_t>(storage.GetInt(id));
  if (ImGui::MenuItem(c.say("Go to step {}", step).c_str())) c.send(command::GoTo{step});
  if (!in_cells(c.state.scene.physics) && ImGui::MenuItem(c.item("Compare with this step").c_str()))
    c.send(command::CompareWithThen{step});
}

void scrub(const Context& c, const Pen& pen, float left, float right) {
  const TimelineState& t = c.state.of<TimelineState>();
  const Area& area = c.memory.of<TimelineMemory>().bar;
  const Track track(c.state.moments, left, right);
  const float top = area.min.y + c.px(5), line = area.max.y - c.px(track_height / 2 + 1),
              bottom = area.max.y - c.px(track_height + 2);
  strip(c, pen, track, top, bottom);
  ImGui::SetCursorScreenPos({left, top});
  ImGui::InvisibleButton("##scrub", {track.x1 - track.x0, area.max.y - top});
  const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  const float mouse = std::clamp(ImGui::GetIO().MousePos.x, track.x0, track.x1);
  if (held &&
      track.step(mouse) != c.state.moments.wanted.value_or(c.state.moments.target.value_or(c.state.moments.now)))
    c.send(command::GoTo{track.step(mouse)});
  if (!c.state.presenting.on) moment_menu(c, track, hovered);
  if (held || hovered) hover_card(c, track, mouse, !held);
  const float now = std::round(track.x(c.state.moments.now)), half = c.px(2);
  pen.fill({track.x0, line - half}, {track.x1, line + half}, c.t().border_strong, 2);
  pen.fill({track.x0, line - half}, {now, line + half}, c.t().accent, 2);
  for (const Kept& k : t.kept) {
    const float x = std::round(track.x(k.step));
    pen.vline(x, line + c.px(4), line + c.px(7), c.t().text3);
  }
  marks(c, pen, track, line);
  if (c.state.moments.target) {
    const float x = std::round(track.x(*c.state.moments.target));
    pen.list->AddLine({x, top}, {x, line}, c.t().text3, c.px(2));
  }
  pen.list->AddLine({now, top}, {now, line}, c.t().accent, c.px(2));
  pen.handle({now, line}, held || hovered ? 7.0f : 6.0f, c.t().accent);
}

bool bar_button(const Context& c, float x, float cy, const char* id, ImWchar icon, std::string_view what,
                std::string_view key, bool on) {
  ImGui::SetCursorScreenPos({x, std::round(cy - c.px(16))});
  const bool hit = icon_button(c.look, id, icon, on ? ButtonState::selected : ButtonState::plain);
  tip(c.look, what, key);
  return hit;
}

// Draws the button that begins or ends a comparison.
void compare_button(const Context& c, float x, float cy) {
  if (const std::optional<int> beside = comparison_pane(c.state.beside, c.state.scene)) {
    if (!bar_button(c, x, cy, "##compare", icon::compare, "Ends the comparison and removes the second pane", "", true))
      return;
    c.send(command::RemovePane{*beside});
    if (*beside == 1) c.send(command::SetWorkspace{Workspace::explore});
    return;
  }
  const std::optional<std::uint64_t> other = other_run(c.state.moments, c.state.of<TimelineState>());
  ImGui::BeginDisabled(!other);
  if (bar_button(c, x, cy, "##compare", icon::compare,
                 "Compares two panes: with the run before the last edit, or with the later part of the run. "
                 "Right-click the track to choose another step",
                 "", false))
    c.send(command::CompareWithThen{*other});
  ImGui::EndDisabled();
}

}  // namespace

// After this the bar shows the run's position.
void step_back(const Context& c) {
  const TimelineState& t = c.state.of<TimelineState>();
  const std::uint64_t from = c.state.moments.wanted.value_or(c.state.moments.target.value_or(c.state.moments.now)),
                      by = ImGui::GetIO().KeyShift ? 10 : 1;
  if (!t.shown) c.send(command::SetTimeline{true, t.budget});
  c.send(command::GoTo{from - std::min(from, by)});
}

void timeline_keys(const Context& c) {
  const TimelineState& t = c.state.of<TimelineState>();
  if (!ImGui::IsKeyPressed(ImGuiKey_J, false)) return;
  if (ImGui::GetIO().KeyShift) return c.send(command::SetTimeline{!t.shown, t.budget});
  if (!t.shown) c.send(command::SetTimeline{true, t.budget});
  c.send(command::PlayBackwards{!c.state.moments.backwards});
}

void draw_timeline(const Context& c) {
  const Area& area = c.memory.of<TimelineMemory>().bar;
  const TimelineState& t = c.state.of<TimelineState>();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  drop_pictures(c);
  pen.fill(area.min, area.max, c.t().panel);
  pen.hline(area.min.x, area.max.x, area.min.y, c.t().border);
  if (c.state.presenting.on) return scrub(c, pen, area.min.x + c.px(16), area.max.x - c.px(16));
  const float cy = (area.min.y + area.max.y) / 2;
  const auto button = [&](float x, const char* id, ImWchar icon, std::string_view what, std::string_view key, bool on) {
    return bar_button(c, x, cy, id, icon, what, key, on);
  };
  float left = area.min.x + c.px(8);
  if (button(left, "##back", icon::back, "Goes back one time step (10 with Shift)", "←", false)) step_back(c);
  left += c.px(34);
  if (button(left, "##backwards", icon::backwards,
             c.state.moments.backwards ? "Stops playing backwards" : "Plays the run backwards", "J",
             c.state.moments.backwards))
    c.send(command::PlayBackwards{!c.state.moments.backwards});
  left += c.px(34 + 12);
  float right = area.max.x - c.px(8 + 32);
  if (button(right, "##close", icon::close, "Closes the timeline. Snapshots are still stored", "Shift+J", false))
    c.send(command::SetTimeline{false, t.budget});
  const bool roomy = area.width() >= c.px(520);
  if (roomy) {
    right -= c.px(104);
    ImGui::SetCursorScreenPos({right, std::round(cy - c.px(14))});
    double most = t.budget / 1e6;
    NumberStyle style{.unit = "MB",
                      .decimals = 0,
                      .min = TimelineState::least_budget / 1e6,
                      .max = TimelineState::most_budget / 1e6,
                      .logarithmic = true,
                      .on_release = true};
    style.fill = t.bytes / t.budget;
    style.slot = 34;
    if (number_field(c.look, "##budget", most, style, c.px(100), &c.memory.held))
      c.send(command::SetTimeline{true, most * 1e6});
    tip(c.look, std::isfinite(t.one_takes) && t.one_takes > t.budget
                    ? c.say("Sets the memory for snapshots. One snapshot of this grid takes {}, more than the {} set "
                            "here, so none is stored. Going back recomputes from the start; more memory makes it fast",
                            engineering(t.one_takes, "B", 1), engineering(t.budget, "B", 1))
                    : c.say("Sets the memory for snapshots. {} of {} are used by {}. Snapshots are denser near the "
                            "current step; between them the run is recomputed",
                            engineering(t.bytes, "B", 1), engineering(t.budget, "B", 1), t.kept.size()));
  }
  if (in_cells(c.state.scene.physics)) return scrub(c, pen, left, right - c.px(12));
  right -= c.px(36);
  compare_button(c, right, cy);
  scrub(c, pen, left, right - c.px(12));
}

}  // namespace ez
