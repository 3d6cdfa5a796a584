// How a session's log stores the kernel lab's commands (app/model/log/text.h).
#pragma once

#include "app/features/kernel_lab/commands.h"
#include "app/model/log/members.h"

namespace ez {

constexpr std::string_view label(Sweep::Kind k) {
  switch (k) {
    case Sweep::Kind::blocks:
      return "blocks";
    case Sweep::Kind::schemes:
      return "schemes";
  }
  return "";
}
namespace command {
constexpr std::string_view label(command::ExportSweep::As as) {
  switch (as) {
    case command::ExportSweep::As::csv:
      return "csv";
    case command::ExportSweep::As::png:
      return "png";
  }
  return "";
}
}  // namespace command

void members(auto& v, Of<command::AdoptBlock> auto& c) {
  auto& [block] = c;
  v("block", block);
}
void members(auto& v, Of<command::SetScheme> auto& c) {
  auto& [choice] = c;
  v("choice", choice);
}
void members(auto& v, Of<command::NearestScene> auto& c) {
  auto& [name] = c;
  v("name", name);
}
void members(auto& v, Of<command::StartSweep> auto& c) {
  auto& [kind] = c;
  v("kind", kind);
}
void members(auto& v, Of<command::ExportSweep> auto& c) {
  auto& [as, path] = c;
  v("as", as), v("path", path);
}

// Used by app/features/all.cpp.
CommandKinds kernel_lab_commands();

}  // namespace ez
