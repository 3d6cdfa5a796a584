// Asks for a file name in the window if the system has no file dialog. The user types a path or clicks the entries of
// the folder. Window "File" (##path ##up ##accept ##cancel, entries by name in ##entries).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/ui/parts.h"

namespace ez {
namespace {

namespace fs = std::filesystem;
using Purpose = FilePrompt::Purpose;

struct Words {
  const char *title, *verb, *suffix;
};
Words words_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::open:
      return {"Open a scene", "Open", ".toml"};
    case Purpose::save_scene:
      return {"Save the scene", "Save", ".toml"};
    case Purpose::picture:
      return {"Choose an image", "Choose", ".png"};
    case Purpose::probes:
      return {"Save probe traces", "Save", ".csv"};
    case Purpose::monitors:
      return {"Save monitor readings", "Save", ".csv"};
    case Purpose::cut:
      return {"Save the line cut", "Save", ".csv"};
    case Purpose::field:
      return {"Save the field", "Save", ".npy"};
    case Purpose::screenshot:
      return {"Save picture", "Save", ".png"};
  }
  return {};
}

void accept(const Context& c, Purpose purpose, std::string path) {
  if (purpose != Purpose::open && purpose != Purpose::picture && fs::path(path).extension().empty())
    path += words_of(purpose).suffix;
  switch (purpose) {
    case Purpose::open:
      c.send(command::Open{path});
      break;
    case Purpose::save_scene:
      c.send(command::SaveAs{path});
      break;
    case Purpose::picture:
      c.send(command::LayImage{path});
      break;
    case Purpose::probes:
      c.send(command::ExportProbes{path});
      break;
    case Purpose::monitors:
      c.send(command::ExportMonitors{path});
      break;
    case Purpose::cut:
      c.send(command::ExportCut{path});
      break;
    case Purpose::field:
      c.send(command::ExportField{path});
      break;
    case Purpose::screenshot:
      c.send(command::Screenshot{path});
      break;
  }
}

struct Listed {
  std::string name;
  bool folder;
};
// Returns folders, followed by files with the suffix, without hidden ones. Empty if the folder cannot be read.
std::vector<Listed> entries_of(const std::string& folder, std::string_view suffix) {
  std::vector<Listed> out;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    if (name.starts_with('.') || (!is_folder && it->path().extension() != suffix)) continue;
    out.push_back({name, is_folder});
    if (out.size() > 2000) break;
  }
  std::sort(out.begin(), out.end(),
            [](const Listed& a, const Listed& b) { return a.folder != b.folder ? a.folder : a.name < b.name; });
  return out;
}

void list(const Context& c, Purpose purpose, float height) {
  InterfaceMemory& m = c.memory;
  if (ImGui::BeginChild("##entries", {0, height}, ImGuiChildFlags_Borders)) {
    for (const Listed& e : entries_of(m.prompt_folder, words_of(purpose).suffix)) {
      const ImVec2 p = ImGui::GetCursorScreenPos();
      ImGui::PushID(e.name.c_str());
      const bool hit = ImGui::Selectable("##entry", false, ImGuiSelectableFlags_AllowDoubleClick, {0, c.px(22)});
      ImGui::PopID();
      const Pen pen{c.look, ImGui::GetWindowDrawList()};
      pen.icon({p.x + c.px(10), p.y + c.px(11)}, e.folder ? icon::folder : icon::file, 13,
               e.folder ? c.t().accent : c.t().text2);
      pen.names().text({p.x + c.px(28), p.y + c.px(11)}, {0, 0.5f}, e.name, c.t().text);
      if (!hit) continue;
      const std::string full = (fs::path(m.prompt_folder) / e.name).string();
      if (e.folder)
        m.prompt_folder = full, m.prompt_path = full + "/";
      else
        m.prompt_path = full;
      if (!e.folder && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) accept(c, purpose, full);
    }
  }
  ImGui::EndChild();
}

void start(InterfaceMemory& m, const FilePrompt& prompt) {
  std::error_code error;
  const fs::path path = fs::absolute(prompt.suggestion.empty() ? "./" : prompt.suggestion, error).lexically_normal();
  m.prompt_path = path.string();
  m.prompt_folder = path.parent_path().string();
}

}  // namespace

void draw_file_prompt(const Context& c) {
  InterfaceMemory& m = c.memory;
  if (!c.state.prompt) {
    m.prompt_folder.clear();
    return;
  }
  if (c.state.question) return;  // a question about this prompt's answer comes first
  const Purpose purpose = c.state.prompt->purpose;
  const Words words = words_of(purpose);
  const bool first = m.prompt_folder.empty();
  if (first) start(m, *c.state.prompt);
  const ImVec2 whole = ImGui::GetIO().DisplaySize, size = c.look.px(560, 420);
  ImGui::SetNextWindowPos(whole / 2, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  if (ImGui::Begin("File", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoDocking)) {
    ImGui::PushFont(c.look.fonts.medium, font_size::title);
    ImGui::TextUnformatted(c.tr(words.title));
    ImGui::PopFont();
    ImGui::Dummy({0, c.px(4)});
    if (icon_button(c.look, "##up", icon::up, ButtonState::plain, 24, 12)) {
      m.prompt_folder = fs::path(m.prompt_folder).parent_path().string();
      m.prompt_path = (fs::path(m.prompt_folder) / fs::path(m.prompt_path).filename()).string();
    }
    tip(c.look, "Opens the parent folder");
    same_row(c.look);
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID accepted = ImGui::GetID("accepted");
    if (first || memory.GetBool(accepted)) ImGui::SetKeyboardFocusHere();  // still open: the user types another path
    memory.SetBool(accepted, false);
    const bool typed = text_field(c.look, "##path", m.prompt_path, ImGui::GetContentRegionAvail().x, "path");
    const bool entered = ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
    std::error_code error;
    if (typed) {
      const fs::path p(m.prompt_path);
      const fs::path folder = fs::is_directory(p, error) ? p : p.parent_path();
      if (fs::is_directory(folder, error)) m.prompt_folder = folder.string();
    }
    ImGui::Dummy({0, c.px(2)});
    const float top = ImGui::GetCursorPosY();
    if (!c.state.prompt->problem.empty()) {
      ImGui::PushStyleColor(ImGuiCol_Text, c.t().fail);
      ImGui::TextWrapped("%s", c.tr(c.state.prompt->problem).c_str());
      ImGui::PopStyleColor();
      ImGui::Dummy({0, c.px(2)});
    }
    list(c, purpose, size.y - c.px(122) - (ImGui::GetCursorPosY() - top));
    ImGui::Dummy({0, c.px(2)});
    const bool usable = !m.prompt_path.empty() && !fs::is_directory(m.prompt_path, error);
    ImGui::SetCursorPosX(size.x - c.px(12 + 96 + 8 + 96));
    if (button(c.look, "##cancel", "Cancel", 0, false, c.px(96)) ||
        (!ImGui::IsAnyItemActive() && ImGui::IsKeyPressed(ImGuiKey_Escape, false)))
      c.send(command::CancelPrompt{});
    ImGui::SameLine(0, c.px(8));
    ImGui::BeginDisabled(!usable);
    if (button(c.look, "##accept", words.verb, 0, true, c.px(96)) || (entered && usable)) {
      accept(c, purpose, m.prompt_path);
      memory.SetBool(accepted, true);
    }
    ImGui::EndDisabled();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace ez
