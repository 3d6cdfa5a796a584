#include <algorithm>
#include <cctype>

#include "app/features/lesson/cards/cards.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/lesson_file.h"

namespace ez {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char ch) { return static_cast<char>(std::tolower(ch)); });
  return out;
}

}  // namespace

bool lesson_rows(const Context& c, std::string_view filter, float width, std::vector<float>* tops) {
  bool first = true, picked = false;
  for (const auto& [name, title] : lesson_titles()) {
    if (lower("lessons " + name + " " + title).find(lower(filter)) == std::string::npos) continue;
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    if (first) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      if (tops) tops->push_back(at.y);
      pen.text({at.x + c.px(4), at.y + c.px(16)}, {0, 0.5f}, "Lessons", c.t().text2, font_size::title,
               c.look.fonts.medium);
      ImGui::Dummy({width, c.px(30)});
      first = false;
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (tops) tops->push_back(at.y);
    if (list_row(c.look, ("##lesson " + name).c_str(), false)) {
      c.send(command::Learn{command::Learn::What::open, name});
      ImGui::CloseCurrentPopup();
      picked = true;
    }
    pen.names().clipped({at.x + c.px(10), at.y + c.px(14)}, at.x + width, title, c.t().text, font_size::text);
  }
  return picked;
}

}  // namespace ez
