#include "app/session/data.h"

#include <algorithm>
#include <utility>

#include "app/picture/gl_context.h"

namespace ez {
namespace {

WindowOptions options_of(const WindowCommand& c) {
  return {c.size.width, c.size.height, c.offscreen, c.frames == 0, "ezscope", least_window.width, least_window.height};
}

// A session takes everything external from a log, which records it, replays it, or does neither.
WindowCommand with_log(WindowCommand c) {
  if (!c.log) c.log = std::make_shared<SessionLog>();
  return c;
}

}  // namespace

SessionData::SessionData(const WindowCommand& with)
    : command(with_log(with)),
      interactive(command.frames == 0 && !command.log->replaying()),
      window(options_of(command)),
      clock(window.refresh_rate(), 0.85),
      folders(user_folders()),
      files(command.scene.allow_read) {}

double SessionData::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool SessionData::is_scripted() const { return log().replaying() ? log().start().scripted : command.frames > 0; }

double SessionData::frame_seconds() const { return is_scripted() ? 1.0 / 60 : log().passed(); }

EngineRequest SessionData::request() const {
  EngineRequest request = command.engine;
  request.preferred_device = state.engine.device_index;
  request.gl = current_gl_context();
  return request;
}

std::vector<InputFile> SessionData::inputs() const {
  std::vector<InputFile> out = files.inputs_of(state.path.empty() ? state.builtin : state.path);
  if (!state.path.empty()) out.push_back({InputFile::Role::scene, state.path});
  out.insert(out.end(), lesson_inputs.begin(), lesson_inputs.end());
  if (!command.record.empty()) out.push_back({InputFile::Role::session_log, command.record});
  return out;
}

Text SessionData::write(const std::string& path, const std::function<std::string()>& bytes) const {
  Text why = why_overwrites(path, inputs());
  return why.empty() ? write_or_why(path, bytes) : why;
}

void SessionData::refresh_time() {
  const int shown = std::min(state.active, runs->panes() - 1);  // the newest pane runs from the next frame on
  state.step = runs->pane(shown).step();
  state.dt = runs->pane(shown).dt();
  state.time = runs->pane(shown).time();
}

}  // namespace ez
