// The start page. It covers the lower part of the picture, so that the user sees the wave above and can touch it. It
// has four buttons (called doors), the tour, and all scenes. A click on the picture next to it closes it, and so does
// Escape. Window "Start":
//   ##show  ##explore  ##debug  ##lessons (a list of them)  ##tour  ##close
//   the gallery (##filter, entries by the scenes' names)
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/features/welcome/commands.h"
#include "app/features/welcome/page.h"
#include "app/features/welcome/welcome.h"
#include "app/ui/hooks.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float margin = 16, head = 40, filter_width = 200, low_page = 340, title_x = 46;
// Heights of a button with two lines of text, with one line, and, in a low page, with the text as its tooltip.
constexpr float door_height = 74, lower_door = 60, lowest_door = 36;

struct Door {
  const char *id, *title, *words;
  ImWchar icon;
};
constexpr Door doors[] = {
    {"##show", "Show", "Present with large text and without panels (F5)", icon::full_screen},
    {"##explore", "Explore", "Change a scene and read the result", icon::explore},
    {"##debug", "Test boundaries", "Compare four boundaries and their reflections", icon::boundary_lab},
    {"##lessons", "Lessons", "Predict a result, then check it", icon::info}};

bool door(const Context& c, const Door& d, ImVec2 size) {
  const ImVec2 a = ImGui::GetCursorScreenPos(), b = a + size;
  const bool hit = ImGui::InvisibleButton(d.id, b - a, ImGuiButtonFlags_EnableNav), hovered = ImGui::IsItemHovered();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.fill(a, b, hovered ? c.t().frame_hover : c.t().frame, 6);
  pen.frame(a, b, hovered ? c.t().accent : c.t().border_strong, 6);
  const bool tells = size.y > c.px(lowest_door);
  const float cy = a.y + (tells ? c.px(24) : size.y / 2);
  pen.icon({a.x + c.px(24), cy}, d.icon, 18, c.t().accent);
  pen.clipped({a.x + c.px(title_x), cy}, b.x - c.px(8), d.title, c.t().text, font_size::title, c.look.fonts.medium);
  if (!tells) {
    tip(c.look, d.words);
    return hit;
  }
  const float room = size.x - c.px(24);
  const ImVec4 clip(a.x, a.y, b.x, b.y);
  pen.list->AddText(c.look.fonts.text, c.px(font_size::small), {a.x + c.px(12), a.y + c.px(40)}, c.t().text2,
                    c.tr(d.words), nullptr, room, &clip);
  return hit;
}

void close(const Context& c, std::optional<int> hint = std::nullopt) {
  Welcome now = c.state.of<Welcome>();
  now.page = false;
  now.seen = true;
  now.hint = hint;
  c.send(command::SetWelcome{now});
}

// Draws the buttons side by side, or in two rows if their titles are too long.
void draw_doors(const Context& c, bool low) {
  const float room = ImGui::GetContentRegionAvail().x, gap = c.px(12);
  const auto width_of = [&](int columns) {
    return std::floor((room - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns));
  };
  const bool four = std::ranges::all_of(doors, [&](const Door& d) {
    return c.px(title_x + 8) + c.look.measure(c.look.fonts.medium, font_size::title, d.title).x <= width_of(4);
  });
  const float width = width_of(four ? 4 : 2);
  const bool one_line = std::ranges::all_of(doors, [&](const Door& d) {
    return c.look.measure(c.look.fonts.text, font_size::small, c.tr(d.words)).x <= width - c.px(24);
  });
  const ImVec2 size(width, c.px(low || !four ? lowest_door : one_line ? lower_door : door_height));
  if (door(c, doors[0], size)) close(c), present(c);
  ImGui::SameLine(0, gap);
  if (door(c, doors[1], size)) {
    close(c, c.state.of<Welcome>().toured ? std::nullopt : std::optional(0));
    c.send(command::SetWorkspace{Workspace::explore});
    c.send(command::ShowPanel{true});
  }
  if (four) ImGui::SameLine(0, gap);
  if (door(c, doors[2], size)) {
    close(c);
    c.send(command::OpenBuiltin{"shoot-out"});
    c.send(command::SetWorkspace{Workspace::boundary_lab});
  }
  ImGui::SameLine(0, gap);
  if (door(c, doors[3], size)) ImGui::OpenPopup("##lesson list");
  if (ImGui::BeginPopup("##lesson list")) {
    if (any_hook(&UiHooks::list_rows, c, std::string_view(), c.px(280), nullptr)) close(c);
    ImGui::EndPopup();
  }
}

// Returns the page's area. It leaves the middle of the picture to the wave.
Area page_area(const Context& c) {
  const Area& p = c.memory.picture;
  const float width = std::min(p.width() - 2 * c.px(margin), c.px(1366)),
              x = std::floor((p.min.x + p.max.x - width) / 2);
  const float height = std::min(std::floor(p.height() / 2 - c.px(margin + 4)), c.px(head + door_height + 420));
  return {{x, p.max.y - c.px(margin) - height}, {x + width, p.max.y - c.px(margin)}};
}

}  // namespace

void leave_first_page(const Context& c) { close(c, c.state.of<Welcome>().hint); }

void draw_first_page(const Context& c) {
  if (!c.state.of<Welcome>().page) return;
  if (!c.state.of<Welcome>().seen) {  // the page opens automatically only once
    Welcome now = c.state.of<Welcome>();
    now.seen = true;
    c.send(command::SetWelcome{now});
  }
  const Area area = page_area(c);
  if (area.width() < c.px(200) || area.height() < c.px(120)) return leave_first_page(c);  // too small
  ImGui::SetNextWindowPos(area.min);
  ImGui::SetNextWindowSize(area.max - area.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, c.look.px(16, 12));
  const bool shown = ImGui::Begin("Start", nullptr,
                                  ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleVar(3);
  if (shown) {
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float cy = p.y + c.px(14), right = p.x + ImGui::GetContentRegionAvail().x;
    const float named = pen.text({p.x, cy}, {0, 0.5f}, "ezscope", c.t().text, 22, c.look.fonts.medium);
    pen.clipped({p.x + named + c.px(12), cy}, right - c.px(190 + filter_width),
                "Maxwell's equations in real time. Drag an object above: the field follows.", c.t().text2);
    ImGui::SetCursorScreenPos({right - c.px(186 + filter_width), p.y + c.px(2)});
    const bool entered = any_hook(&UiHooks::scene_filter, c, c.px(filter_width), false);
    ImGui::SetCursorScreenPos({right - c.px(178), p.y + c.px(2)});
    if (button(c.look, "##tour", "Take tour", icon::info, false, c.px(120))) close(c, 0);
    tip(c.look, "Starts a short tour of the window");
    ImGui::SameLine(0, c.px(8));
    ImGui::SetCursorScreenPos({right - c.px(32), p.y - c.px(2)});
    if (icon_button(c.look, "##close", icon::close)) leave_first_page(c);
    tip(c.look, "Closes this page. The logo at the left of the tool bar opens it again", "Esc, Shift+F1");
    ImGui::SetCursorScreenPos({p.x, p.y + c.px(head)});
    draw_doors(c, area.height() < c.px(low_page));
    ImGui::Dummy({0, c.px(2)});
    if (ImGui::BeginChild("scenes", {0, 0}, ImGuiChildFlags_NavFlattened, ImGuiWindowFlags_NoBackground))
      if (any_hook(&UiHooks::scene_cards, c, ImGui::GetContentRegionAvail().x, entered)) close(c);
    ImGui::EndChild();
  }
  ImGui::End();
  const ImGuiWindow* under = ImGui::GetCurrentContext()->HoveredWindow;
  const bool beside = under && std::string_view(under->RootWindow->Name) == "Picture";
  if (beside && (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right)))
    leave_first_page(c);
}

}  // namespace ez
