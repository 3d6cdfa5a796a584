// The gallery shows the built-in scenes in the order of a course, below the headings of their chapters. Each card has
// the scene's picture and the results of its checks when it last ran. Typed text filters the scenes, and Enter opens
// the first match. A card's ID is the scene's name.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <iterator>
#include <vector>

#include "app/features/gallery/cards.h"
#include "app/features/gallery/memory.h"
#include "app/ui/hooks.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float card_width = 208, low_card = 104, title_height = 40, high_card = 130, gap = 12, heading_height = 30,
                most_columns = 6;

// Returns how many cards fit side by side in the window.
int columns(const Context& c, float room) {
  if (room <= 0) room = ImGui::GetIO().DisplaySize.x - c.px(48);
  return static_cast<int>(std::clamp((room + c.px(gap)) / c.px(card_width + gap), 1.0f, most_columns));
}

void fetch(const Context& c) {
  GalleryMemory& m = c.memory.of<GalleryMemory>();
  if (m.chapters.empty()) m.chapters = chapters();
  if (!m.maker && c.memory.options.thumbnails) m.maker = std::make_unique<Thumbnails>(*c.memory.options.thumbnails);
  if (!m.maker) return;
  for (Thumbnail& t : m.maker->take()) {
    GalleryPicture& p = m.pictures[t.scene];
    for (const auto& [texture, image] : {std::pair(&p.dark, &t.dark), std::pair(&p.light, &t.light)})
      if (*texture && !image->rgba.empty()) (*texture)->show(*image);
    p.thumbnail = std::move(t);
  }
}

// Writes in a corner of the picture how many checks the scene has and, if they were read on this machine, how many
// hold.
void checks_of(const Context& c, const ChapterScene& scene, const Pen& pen, ImVec2 corner) {
  if (scene.checks.empty()) return;
  const std::optional<SavedCheckResults>& kept = c.memory.of<GalleryMemory>().checks;
  const std::optional<CheckTally> tally = kept ? kept->of(scene.name, scene.text) : std::nullopt;
  const bool hold = tally && tally->held == tally->all;
  const std::size_t n = scene.checks.size();
  const std::string text = tally    ? c.say("{} of {} hold", tally->held, tally->all)
                           : n == 1 ? c.say("1 check")
                                    : c.say("{} checks", n);
  const ImU32 color = !tally ? c.t().text2 : hold ? c.t().accent : c.t().fail;
  const float mark = tally ? c.px(18) : 0;
  const ImVec2 size = c.look.measure(c.look.fonts.text, font_size::small, text) + ImVec2(mark + c.px(12), c.px(4));
  const ImVec2 a = corner - size;
  pen.fill(a, corner, c.t().card, 4);
  if (tally) pen.icon({a.x + c.px(13), (a.y + corner.y) / 2}, hold ? icon::good : icon::bad, 12, color);
  pen.text({corner.x - c.px(6), (a.y + corner.y) / 2}, {1, 0.5f}, text, color, font_size::small);
}

// Draws the scene's picture in the middle of the card. Until the picture is made, it draws a sketch or an empty frame.
void picture(const Context& c, const ChapterScene& scene, const Pen& pen, ImVec2 a, ImVec2 b) {
  const auto found = c.memory.of<GalleryMemory>().pictures.find(scene.name);
  pen.fill(a, b, c.t().canvas, c.px(4));
  if (found == c.memory.of<GalleryMemory>().pictures.end()) return;
  GalleryPicture& p = found->second;
  const Image& image = c.state.dark ? p.thumbnail.dark : p.thumbnail.light;
  if (image.rgba.empty()) return;
  std::unique_ptr<Texture>& texture = c.state.dark ? p.dark : p.light;
  if (!texture) texture = std::make_unique<Texture>(image);
  const float scale =
      std::min((b.x - a.x) / static_cast<float>(image.width), (b.y - a.y) / static_cast<float>(image.height));
  const ImVec2 half(std::round(scale * static_cast<float>(image.width) / 2),
                    std::round(scale * static_cast<float>(image.height) / 2));
  const ImVec2 middle = ImFloor((a + b) / 2);
  pen.list->AddImageRounded(texture->data().GetTexRef(), middle - half, middle + half, {0, 0}, {1, 1}, IM_COL32_WHITE,
                            c.px(4));
}

// Handles the mouse wheel of the window: one notch scrolls by one row, and scrolling never stops within a row. `tops`
// are the upper edges of the rows in screen coordinates, `most` is the largest distance between two of them. Space is
// added below the last row so that it can reach the top.
void snap_scroll_to_rows(const Context& c, const std::vector<float>& tops, float most) {
  ImGuiWindow* w = ImGui::GetCurrentWindow();
  const float above = c.px(gap / 2), end = w->DC.CursorMaxPos.y;
  std::vector<float> stops = {0};  // scroll positions of the window at which a row is at the top
  for (const float top : tops)
    stops.push_back(std::max(0.0f, std::floor(top - w->InnerRect.Min.y + w->Scroll.y - above)));
  const float last = end - w->DC.CursorStartPos.y + 2 * w->WindowPadding.y - w->InnerRect.GetHeight();
  if (const auto stop = std::ranges::lower_bound(stops, last); last > 0 && stop != stops.end()) {
    ImGui::SetCursorScreenPos({w->DC.CursorStartPos.x, end + *stop - last});
    ImGui::Dummy({0, 0});
  }
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) return;
  const ImGuiID id = ImGui::GetID("##turned");
  ImGui::SetKeyOwner(ImGuiKey_MouseWheelY, id);                // prevents the window from scrolling
  float& turned = *ImGui::GetStateStorage()->GetFloatRef(id);  // turn of the wheel that is not yet a whole notch
  turned += ImGui::GetIO().MouseWheel;
  float at = w->Scroll.y;
  for (; turned >= 1; --turned) {
    const auto before = [&](float stop) { return stop < at - 1 && stop >= at - most - 1; };
    const auto further = std::ranges::find_if(stops, before);
    const auto next = std::ranges::lower_bound(stops, at - 1);
    at = further != stops.end() ? *further : next != stops.begin() ? *std::prev(next) : 0;
  }
  for (; turned <= -1; ++turned) {
    const auto further = std::ranges::upper_bound(stops, at + most + 1), next = std::ranges::upper_bound(stops, at + 1);
    at = next == stops.end() ? w->ScrollMax.y : further != next ? *std::prev(further) : *next;
  }
  if (at != w->Scroll.y) ImGui::SetScrollY(std::min(at, w->ScrollMax.y));
}

bool open(const Context& c, const ChapterScene& scene) {
  c.send(command::OpenBuiltin{scene.name});
  return true;
}

struct Requests {
  std::vector<Thumbnails::Request> now, soon;
};

// Draws a card. Returns whether it was picked.
bool card(const Context& c, const ChapterScene& scene, ImVec2 at, float card_height, Requests& requests) {
  ImGui::SetCursorScreenPos(at);
  const bool selected = scene.name == c.state.builtin;
  const ImVec2 size = c.look.px(card_width, card_height + title_height), end = at + size;
  ImGui::PushStyleColor(ImGuiCol_Text, 0);
  const bool picked = ImGui::Selectable(scene.name.c_str(), selected, 0, size) && open(c, scene);
  ImGui::PopStyleColor();
  // Pictures a few rows away are made after the visible ones.
  const GalleryMemory& m = c.memory.of<GalleryMemory>();
  const auto made = m.pictures.find(scene.name);
  const bool missing = made == m.pictures.end() || made->second.thumbnail.sketch;
  const bool seen = ImGui::IsRectVisible(at, end);
  const ImVec2 near(0, 3 * size.y);
  if (missing && (seen || ImGui::IsRectVisible(at - near, end + near)))
    (seen ? requests.now : requests.soon).push_back({scene.name, std::string(scene.text)});
  if (!seen) return picked;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const ImVec2 inset(c.px(4), c.px(4));
  const ImVec2 corner(end.x - inset.x, at.y + c.px(card_height));
  picture(c, scene, pen, at + inset, corner);
  checks_of(c, scene, pen, corner - inset);
  // The title takes two lines if one is not enough.
  const float x = at.x + c.px(6), room = end.x - c.px(6) - x, size_of_text = c.px(font_size::text);
  const ImVec2 taken = c.look.fonts.text->CalcTextSizeA(size_of_text, FLT_MAX, room, scene.title.c_str());
  const float y = at.y + c.px(card_height) + std::max(0.0f, (c.px(title_height) - taken.y) / 2);
  const ImVec4 clip(x, at.y + c.px(card_height), end.x, end.y);
  pen.list->AddText(c.look.fonts.text, size_of_text, {x, std::floor(y)}, c.t().text, scene.title.c_str(), nullptr, room,
                    &clip);
  if (!scene.checks.empty())
    tip(c.look, scene.title + "\n" + c.say("Measures: {}", fmt::to_string(fmt::join(scene.checks, "; "))));
  else if (taken.y > c.px(title_height))
    tip(c.look, scene.title);
  return picked;
}

}  // namespace

bool gallery_filter(const Context& c, float width, bool focus) {
  GalleryMemory& m = c.memory.of<GalleryMemory>();
  if (ImGui::IsWindowAppearing()) {
    m.filter = {};
    if (focus) ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(width);
  return ImGui::InputTextWithHint("##filter", c.tr("Search scenes"), m.filter.data(), m.filter.size(),
                                  ImGuiInputTextFlags_EnterReturnsTrue);
}

void note_checks(const Context& c) {
  const std::optional<std::filesystem::path>& pictures = c.memory.options.thumbnails;
  std::optional<SavedCheckResults>& kept = c.memory.of<GalleryMemory>().checks;
  if (!pictures || c.state.builtin.empty()) return;
  if (!kept) kept.emplace(pictures->empty() ? *pictures : pictures->parent_path() / "checks");
  kept->note(c.state.builtin, c.state.scene, c.state.checks);
}

void begin_gallery() {
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::floor(0.8f * ImGui::GetIO().DisplaySize.y)});
}

bool gallery(const Context& c) {
  const float width = static_cast<float>(columns(c, 0)) * c.px(card_width + gap) - c.px(gap);
  return gallery_cards(c, 0, gallery_filter(c, width, true));
}

bool gallery_cards(const Context& c, float room, bool entered) {
  fetch(c);
  bool picked = false;
  const int across = columns(c, room);
  const float card_height = room > 0 ? low_card : high_card;
  const ImVec2 step = c.look.px(card_width + gap, card_height + title_height + gap);
  const float width = step.x * static_cast<float>(across) - c.px(gap);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float y = start.y;
  const ChapterScene* first = nullptr;
  std::vector<float> tops;
  Requests requests;
  for (const Chapter& chapter : c.memory.of<GalleryMemory>().chapters) {
    int shown = 0;
    for (const ChapterScene& scene : chapter.scenes) {
      if (!matches(chapter, scene, c.memory.of<GalleryMemory>().filter.data())) continue;
      if (!first) first = &scene;
      if (const int row = shown / across; shown % across == 0) tops.push_back(y + step.y * static_cast<float>(row));
      if (shown == 0) {
        pen.text({start.x + c.px(4), y + c.px(heading_height / 2)}, {0, 0.5f}, chapter.title, c.t().text2,
                 font_size::title, c.look.fonts.medium);
        y += c.px(heading_height);
      }
      const int column = shown % across, row = shown / across;
      picked |= card(c, scene, {start.x + step.x * static_cast<float>(column), y + step.y * static_cast<float>(row)},
                     card_height, requests);
      ++shown;
    }
    const int rows = (shown + across - 1) / across;
    y += step.y * static_cast<float>(rows);
  }
  if (!first) {
    pen.text({start.x + c.px(4), y + c.px(heading_height / 2)}, {0, 0.5f}, "No scene matches", c.t().text2);
    y += c.px(heading_height);
  }
  std::ranges::move(requests.soon, std::back_inserter(requests.now));
  if (c.memory.of<GalleryMemory>().maker) c.memory.of<GalleryMemory>().maker->want(std::move(requests.now));
  ImGui::SetCursorScreenPos({start.x, y});
  ImGui::Dummy({width, 0});
  picked |=
      any_hook(&UiHooks::list_rows, c, std::string_view(c.memory.of<GalleryMemory>().filter.data()), width, &tops);
  snap_scroll_to_rows(c, tops, step.y + c.px(heading_height));
  if (entered && first) {
    picked = open(c, *first);
    ImGui::CloseCurrentPopup();
  }
  return picked;
}

}  // namespace ez
