// The session when the device of its engine fails.
#include <fmt/format.h>

#include <utility>

#include "app/model/update.h"
#include "app/session/session.h"
#include "solver/base/text_with.h"

namespace ez {

// The device has failed. Continues on the host's engine: from the last copy in main memory, or else from t = 0.
void Session::engine_failed(const std::string& why) {
  if (d_.state.engine.on_host || d_.log().replaying()) throw EngineError(why);
  const std::string lost = d_.state.engine.backend;
  const Backend& host = host_backend();
  const RunPosition last_edit = checks_.since();
  ProbeTraces traces;
  for (std::size_t k = 0; k < d_.panes.size(); ++k) traces.push_back(std::move(panes_.probes(static_cast<int>(k))));
  const HostCopy copy = std::exchange(host_copy_, HostCopy());
  d_.log() = {};  // the recording up to here can be replayed
  d_.parts.each(&SessionPart::forget);
  d_.panes.clear();
  health_.forget_last_good();
  d_.runs.reset();
  pace_.drop_steps();
  d_.command.link = LinkKind::automatic;
  d_.command.engine.backend = host.name;
  try {
    panes_.adopt({host.maker(d_.command.engine, -1), fmt::format("the {} engine failed: {}", lost, why)});
  } catch (const OutOfMemory& e) {
    throw EngineError(fmt::format("the {} engine failed ({}), and the {} engine has not enough memory: {}", lost, why,
                                  host.title, e.what()));
  }
  panes_.offer_blocks();
  d_.state.probes.clear();
  const bool goes_on = continue_from(copy, traces, last_edit);
  add_note(d_.state, Note::Kind::error,
           goes_on ? text_with("The {} engine failed ({}). The {} engine continues from step {}.", lost, why,
                               host.title, d_.runs->pane(0).step())
                   : text_with("The {} engine failed ({}). The {} engine restarts the scene.", lost, why, host.title),
           d_.now());
}

// Takes the new runs to the step of the copy. Returns false if they stay at t = 0.
bool Session::continue_from(const HostCopy& copy, const ProbeTraces& traces, const RunPosition& last_edit) {
  if (!copy.restore(*d_.runs)) return false;
  for (int k = 0; k < d_.runs->panes(); ++k) d_.runs->pane(k).take_probes();  // the next values follow the traces
  follow_jump({.scene = d_.applied, .restarted = true, .traces = &traces, .last_edit = last_edit, .known = {}});
  d_.parts.each(&SessionPart::taken_over, *d_.runs);
  return true;
}

}  // namespace ez
