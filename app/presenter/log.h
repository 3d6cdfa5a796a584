// How a session's log tells the presenter's commands (app/session_log/text.h).
#pragma once

#include "app/presenter/commands.h"
#include "app/session_log/members.h"

namespace ez {

constexpr std::string_view label(Presenting::Pointer p) {
  switch (p) {
    case Presenting::Pointer::laser:
      return "laser";
    case Presenting::Pointer::spotlight:
      return "spotlight";
    case Presenting::Pointer::pen:
      return "pen";
  }
  return "";
}

void members(auto& v, Of<Presenting> auto& p) {
  auto& [on, blank, frozen, code, pointer, strokes, arrows] = p;
  v("on", on), v("blank", blank), v("frozen", frozen), v("code", code), v("pointer", pointer), v("strokes", strokes);
  v("arrows", arrows);
}
void members(auto& v, Of<command::Present> auto& c) {
  auto& [presenting] = c;
  v("presenting", presenting);
}
void members(auto& v, Of<command::NextScene> auto& c) {
  auto& [by] = c;
  v("by", by);
}
void members(auto& v, Of<command::BackToEdited> auto& c) {
  auto& [id, confirmed] = c;
  v("id", id), v("confirmed", confirmed);
}

// For features.cpp.
CommandKinds presenter_commands();

}  // namespace ez
