#include "app/model/document/history.h"

#include <string_view>
#include <utility>
#include <variant>

namespace ez {
namespace {

template <class T>
std::size_t room(const std::vector<T>& values) {
  return values.size() * sizeof(T);
}

// Counts the bytes of the lists among the visited keys.
struct Lists {
  std::size_t bytes = 0;
  void operator()(std::string_view, const std::vector<Vec2>& points, const Key&) { bytes += room(points); }
  void operator()(std::string_view, const std::vector<ImageLevel>& levels, const Key&) { bytes += room(levels); }
  void operator()(std::string_view, const auto&, const Key&) const {}
};
std::size_t lists_of(const Geometry& geometry) {
  Lists lists;
  std::visit([&](const auto& g) { g.fields(g, lists); }, geometry);
  return lists.bytes;
}

}  // namespace

std::size_t bytes_of(const Scene& s) {
  std::size_t bytes = sizeof(Scene) + s.title.size() + s.text.size() + room(s.materials) + room(s.shapes) +
                      room(s.sources) + room(s.probes) + room(s.monitors) + room(s.checks) + room(s.sweeps) +
                      room(s.faults) + room(s.variants);
  for (const Shape& shape : s.shapes) bytes += lists_of(shape.geometry) + shape.material.size();
  for (const Probe& probe : s.probes) bytes += probe.name.size();
  for (const Check& c : s.checks) bytes += c.name.size() + c.measured.size() + c.theory.size() + c.text.size();
  for (const Variant& variant : s.variants) {
    bytes += room(variant.set);
    for (const Override& o : variant.set) bytes += o.path.size() + o.value.size();
  }
  return bytes;
}

void History::pop(std::deque<Entry>& list) {
  bytes_ -= list.back().bytes;
  list.pop_back();
}

void History::push(std::deque<Entry>& list, Entry entry) {
  entry.bytes = sizeof(Entry) + bytes_of(entry.scene);
  bytes_ += entry.bytes;
  list.push_back(std::move(entry));
}

void History::exchange(std::deque<Entry>& from, std::deque<Entry>& to, Scene& scene) {
  in_gesture_ = false;
  if (from.empty()) return;
  Entry entry = std::move(from.back());
  pop(from);
  if (!entry.pulse) std::swap(scene, entry.scene);
  push(to, std::move(entry));
}

void History::begin_entry(Entry entry) {
  push(past_, std::move(entry));
  while (bytes_ > most_ && past_.size() > 1) {
    bytes_ -= past_.front().bytes;
    past_.pop_front();
  }
}

void History::record(const Scene& before, const Text& what, bool finished) {
  while (!future_.empty()) pop(future_);
  if (!in_gesture_) begin_entry({before, what});
  in_gesture_ = !finished;
}

void History::record_travel(const Scene& before) {
  const bool begins = !in_gesture_;
  record(before, "go to another time", true);
  if (begins) past_.back().travel = true;
}

void History::record(const command::Pulse& pulse) {
  while (!future_.empty()) pop(future_);
  begin_entry({{}, command::Pulse::label, pulse});
}

void History::forget_pulses() {
  for (std::deque<Entry>* list : {&past_, &future_})
    std::erase_if(*list, [&](const Entry& e) {
      if (e.pulse) bytes_ -= e.bytes;
      return e.pulse.has_value();
    });
}

void History::undo(Scene& scene) { exchange(past_, future_, scene); }

void History::redo(Scene& scene) { exchange(future_, past_, scene); }

void History::clear() {
  past_.clear();
  future_.clear();
  bytes_ = 0;
  in_gesture_ = false;
}

void History::drop_if_unchanged(const Scene& now) {
  if (!past_.empty() && !past_.back().pulse && past_.back().scene == now) pop(past_);
}

}  // namespace ez
