#include "app/session/plain_pictures.h"

#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/features/boundary_lab/report.h"
#include "app/features/kernel_lab/memory.h"
#include "app/features/share/page.h"
#include "app/model/log/members.h"
#include "app/model/update.h"
#include "app/platform/files.h"
#include "app/ui/picture/viewport.h"
#include "render/image.h"
#include "solver/base/text_with.h"

namespace ez {

Commands PlainPictures::draw(Interface& interface) {
  const bool panes = !report_.empty() || !page_.empty();
  drawn_ = panes || !block_map_.empty();
  if (!drawn_) return interface.draw(state_, false);
  std::deque<Note> notes;
  std::vector<Message> problems;
  notes.swap(state_.notes), problems.swap(state_.problems);
  Commands commands = interface.draw(state_, panes);
  notes.swap(state_.notes), problems.swap(state_.problems);
  return commands;
}

void PlainPictures::save(Window& window, const Interface& interface) {
  if (!std::exchange(drawn_, false)) return;
  if (!report_.empty()) save_report(part_of(window.read(), interface.panes()));
  if (!block_map_.empty()) save_block_map(window.read(), on_screen(interface.remembered<KernelMemory>().map));
  if (!page_.empty()) save_page(part_of(window.read(), interface.panes()));
}

void PlainPictures::save_report(const Image& panes) {
  const std::string stem = std::exchange(report_, "");
  const Text why = tape_.said("report", [&] { return write_report(stem, panes, state_); });
  if (!why.empty())
    return add_note(state_, Note::Kind::error, text_with("The report is not complete: {}", why), services_.now());
  const std::string name = std::filesystem::path(stem).filename();
  add_note(state_, Note::Kind::news,
           text_with("saved {} with {}.csv and {}.toml", services_.full_path(stem + ".png"), name, name),
           services_.now());
}

void PlainPictures::save_page(const Image& panes) {
  const std::string path = std::exchange(page_, "");
  tell(path, tape_.said("page", [&] { return write_or_why(path, [&] { return page_of(state_, panes); }); }));
}

void PlainPictures::save_block_map(const Image& window, const ScreenRect& rect) {
  const std::string path = std::exchange(block_map_, "");
  if (!tape_.said_unless(true, "map", [&] { return rect.width > 0; }))
    return add_note(state_, Note::Kind::warning, "Open the kernel lab's map of block shapes to save its picture.",
                    services_.now());
  tell(path,
       tape_.said("picture", [&] { return write_or_why(path, [&] { return encode_png(part_of(window, rect)); }); }));
}

void PlainPictures::tell(const std::string& path, const Text& why) {
  add_note(state_, why.empty() ? Note::Kind::news : Note::Kind::error,
           why.empty() ? text_with("saved {}", services_.full_path(path)) : why, services_.now());
}

}  // namespace ez
