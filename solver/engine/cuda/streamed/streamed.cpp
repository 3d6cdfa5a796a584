// The scheme `streamed`: passes of many steps each over memory, between two sets of arrays. If the rest of a slice is
// shorter than any pass, two kernels make its steps.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "solver/base/measured.h"
#include "solver/base/memory.h"
#include "solver/engine/cuda/schemes/scheme.h"
#include "solver/engine/cuda/streamed/field.h"
#include "solver/engine/cuda/streamed/plan.h"

namespace ez::cuda::schemes {
namespace {

using streamed::fewer_warps;
using streamed::FieldView;
using streamed::GeneralPass;
using streamed::levels_of;
using streamed::most_warps;
using streamed::Pass;
using streamed::Plan;

// Calls f with the PassOf that has this many levels.
template <class T, class F>
void with_levels(int levels, F f) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    ((levels_of<T>[K] == levels ? f(streamed::PassOf<T, levels_of<T>[K]>()) : void()), ...);
  }
  (std::make_index_sequence<levels_of<T>.size()>());
}

// A plan, and its lists on the device.
template <class T>
struct Course {
  explicit Course(Plan<T> p) : plan(std::move(p)) {
    with_levels<T>(plan.shape().levels, [](auto of) { decltype(of)::prepare(); });
    streamed::prepare_general<T>();
  }
  Plan<T> plan;
  // Seconds per step for each row of the plan's makespan, as measured by a trial.
  double a_row = 0;
  DeviceList<streamed::Tile<T>> tiles;
  DeviceList<streamed::DueRow> due_rows;
  DeviceList<streamed::Amount> amounts;
  DeviceList<streamed::InStep> in_step;
  DeviceList<streamed::ProbeAt> probes;
  std::array<DeviceBuffer<T>, 2> values;  // of the next pass, and of the one after it
  bool made = false;                      // the previous pass has computed the values of the next one
  DeviceList<streamed::Due> general_due;
  DeviceList<streamed::Block> blocks;
  DeviceList<streamed::DueNode> nodes;
  DeviceList<streamed::WindowMur<T>> mur;
  bool stale = false;  // its lists are older than the last edit; only without general blocks

  void upload(cudaStream_t stream) {
    upload_tiles(stream);
    const streamed::GeneralLists<T>& g = plan.general();
    blocks.assign(g.blocks, stream);
    nodes.assign(g.nodes, stream);
    general_due.assign(g.due, stream);
    mur.assign(g.mur, stream);
  }
  void upload_tiles(cudaStream_t stream) {
    tiles.assign(plan.tiles(), stream);
    due_rows.assign(plan.due().rows, stream);
    amounts.assign(plan.due().amounts, stream);
    in_step.assign(plan.due().in_step, stream);
    probes.assign(plan.due().probes, stream);
    made = false;
    for (DeviceBuffer<T>& of : values) grow(of, static_cast<std::size_t>(plan.due().values)), of.zero(stream);
  }
};

template <class T>
class Streamed final : public Scheme<T> {
 public:
  // optional: uses two kernels if there is no memory for the other set of arrays.
  explicit Streamed(bool optional) : optional_(optional) {}

  void take(const Problem& p, const Change& change, const SchemeArguments<T>& loan, cudaStream_t stream) override {
    loan_ = loan;
    if (!allocate_or_fall_back(stream)) return;
    due_.emplace(p);
    const auto known = [](const auto& palette, int most) {
      return static_cast<int>(std::min(palette.size(), static_cast<std::size_t>(most)));
    };
    palette_size_ = known(p.electric_palette, 256);
    magnetic_size_ = known(p.magnetic_palette, streamed::magnetic_entries);
    row_e_.assign(streamed::row_layers<T>(p.y, true), stream);
    row_h_.assign(streamed::row_layers<T>(p.y, false), stream);
    // The possible kinds of tiles decide which plan is fastest. A trial takes too long to be repeated after every edit.
    const Kinds kinds = kinds_of(p);
    const bool other_kinds = chosen_for_ != kinds;
    if (other_kinds && !recall(p)) {
      choose(p, stream);
      cache_measurement(file, key_of(p), text_of(tried_));
      chosen_for_ = kinds;
      return;
    }
    chosen_for_ = kinds;
    const bool rebuild = other_kinds || courses_.empty() || change.layers || change.walls || change.magnetic_palette ||
                         change.electric_palette || p.magnetic || change.absorbing;
    if (rebuild) lay_out(p);
    for (Course<T>& c : courses_) {
      // Most passes belong to the first course. The lists of the others wait until one of their passes comes.
      c.stale = !rebuild && &c != &courses_.front() && can_wait(c);
      if (c.stale) {
        c.plan.update_media(p, change.electric_map);
        continue;
      }
      if (!rebuild) update(c, p, change.electric_map, change.terms || change.instruments);
      if (!rebuild && &c == &courses_.front()) switch_to_faster_plan(c, p, change.electric_map);
      c.upload(stream);
    }
  }
  void take_points(const Problem& p, cudaStream_t stream) override {
    if (other_set_.empty() || (courses_.empty() && chosen_for_ == kinds_of(p))) return;
    if (chosen_for_ != kinds_of(p)) {
      Change change;
      change.terms = true;
      return take(p, change, SchemeArguments<T>(loan_), stream);
    }
    due_.emplace(p);
    for (Course<T>& c : courses_) {
      // A moving source brings new terms every few passes, and most passes belong to the first course.
      c.stale = can_wait(c);
      if (!c.stale) update(c, p, {}, true), c.upload(stream);
    }
  }

  void advance(const Slice& slice, Points& points, cudaStream_t stream) override {
    int done = 0;
    for (Course<T>& c : courses_) {
      c.made = false;  // its values belong to other signals
      const int levels = c.plan.shape().levels;
      for (; !points.needs_single_steps() && slice.steps - done >= levels; done += levels)
        pass(c, after(points.tables(), done), slice.steps - done >= 2 * levels, stream);
    }
    if (done > 0) points.moved();
    make_single_steps(loan_, slice, done, points, stream);
  }

  KernelLimits limits() const override { return limits_of<T>(loan_.h.hx_entry != nullptr, loan_.e.wide); }
  int rows_per_thread() const override { return rows_of_a_thread; }
  int steps_a_pass() const override { return courses_.empty() ? 0 : courses_.front().plan.shape().levels; }
  std::string note() const override {
    if (other_set_.empty()) {
      double bytes = 0;
      for (const auto& array : loan_.state) bytes += static_cast<double>(array->count() * sizeof(T));
      return fmt::format("two kernels: the second set of arrays needs {}, more than is free", human_bytes(bytes));
    }
    if (courses_.empty()) return "two kernels, which are faster here";
    const streamed::PlanShape& shape = courses_.front().plan.shape();
    return fmt::format("{} steps per pass, tiles of {} rows", shape.levels, shape.rows);
  }

 private:
  struct Tried {
    streamed::PlanShape shape;
    double a_row = 0;  // see Course::a_row
  };
  struct CompetingPlan {
    Plan<T> plan;
    double a_row = 0;
  };
  static constexpr std::size_t most_heights = 4;  // of one number of levels

  struct Kinds {
    std::array<BoundaryKind, 4> walls{};
    bool magnetic = false, wide = false, many_terms = false;
    bool operator==(const Kinds&) const = default;
  };
  // Returns true for many terms, as of a plane wave's box. The tiles that are fastest with them differ from those that
  // are fastest with single points.
  static bool many_terms(const Problem& p) { return p.terms.size() > 4 * static_cast<std::size_t>(p.nx); }

  static Kinds kinds_of(const Problem& p) { return {p.walls, p.magnetic, p.electric.wide(), many_terms(p)}; }

  bool allocate_or_fall_back(cudaStream_t stream) {
    try {
      allocate_other_set(stream);
      return true;
    } catch (const OutOfMemory&) {
      if (!optional_) throw;
    }
    other_set_.clear(), courses_.clear(), competing_plans_.clear(), tried_.clear(), chosen_for_.reset();
    return false;
  }
  // Allocates the other set of arrays. Values that no tile writes must be 0 there: columns beyond the grid, and
  // corrections of nodes that are not Mur's.
  void allocate_other_set(cudaStream_t stream) {
    other_set_.resize(loan_.state.size());
    for (std::size_t k = 0; k < other_set_.size(); ++k) {
      const bool fits = other_set_[k].count() == loan_.state[k]->count();
      if (!fits) other_set_[k] = DeviceBuffer<T>(), other_set_[k] = with_reserve(loan_.state[k]->count());
      if (!fits || k == streamed::corrections) other_set_[k].zero(stream);
    }
  }
  // Allocates a buffer. If `optional`, leaves some memory for other programs, the picture and the next edit.
  DeviceBuffer<T> with_reserve(std::size_t count) const {
    constexpr std::size_t reserve = std::size_t{256} << 20;
    std::size_t free = 0, total = 0;
    EZ_CUDA(cudaMemGetInfo(&free, &total));
    if (optional_ && free < count * sizeof(T) + reserve)
      throw OutOfMemory(too_little_memory("an array of the second set",
                                          static_cast<double>(count * sizeof(T) + reserve), static_cast<double>(free)));
    return DeviceBuffer<T>(count);
  }
  void make_zero_beyond(cudaStream_t stream) {
    for (DeviceBuffer<T>& b : other_set_) b.zero(stream);
  }
  // Makes one course per number of levels: the plan that is fastest according to the trial and the tiles of this scene.
  // Most passes belong to the first course. Its competing plans are kept, because an edit may make one of them the
  // fastest.
  void lay_out(const Problem& p) {
    courses_.clear(), competing_plans_.clear();
    for (const std::vector<Tried>& of_levels : tried_) {
      std::vector<CompetingPlan> plans;
      for (const Tried& t : of_levels) plans.push_back({plan_of(p, t.shape), t.a_row});
      const auto best = find_fastest_plan(plans);
      courses_.emplace_back(std::move(best->plan)).a_row = best->a_row;
      plans.erase(best);
      if (courses_.size() == 1) competing_plans_ = std::move(plans);
    }
  }
  static auto find_fastest_plan(std::vector<CompetingPlan>& plans) {
    return std::min_element(plans.begin(), plans.end(),
                            [](const CompetingPlan& a, const CompetingPlan& b) { return expected(a) < expected(b); });
  }
  // Expected seconds per step of a course or of a competing plan.
  static double expected(const auto& of) { return of.a_row * makespan_of(of.plan); }
  // Never returns 0, because a grid may consist of general blocks alone.
  static double makespan_of(const Plan<T>& plan) { return std::max(1.0, plan.makespan()); }
  // Changes plans only for a clear gain.
  void switch_to_faster_plan(Course<T>& c, const Problem& p, NodeRect dirty) {
    constexpr double clear = 0.95;
    if (competing_plans_.empty() || !c.plan.general().blocks.empty()) return;
    for (CompetingPlan& r : competing_plans_) r.plan.update(p, dirty, true, *due_);
    const auto best = find_fastest_plan(competing_plans_);
    if (expected(*best) >= clear * expected(c)) return;
    std::swap(c.plan, best->plan);
    std::swap(c.a_row, best->a_row);
  }

  // Returns true if the general blocks fit the device's shared memory.
  static bool fits(const Plan<T>& plan) { return plan.general().most_shared_bytes <= most_shared_bytes(); }
  Plan<T> plan_of(const Problem& p, streamed::PlanShape shape) const {
    for (;; shape.block /= 2)
      if (Plan<T> plan(p, shape, *due_); fits(plan) || shape.block <= 4) return plan;
  }
  // Returns true if the course's lists can be made just before the next pass that needs them.
  bool can_wait(const Course<T>& c) const { return c.plan.general().blocks.empty() && c.plan.keeps_places(*due_); }
  void update(Course<T>& c, const Problem& p, NodeRect dirty, bool points) const {
    c.plan.update(p, dirty, points, *due_);
    c.stale = false;
    if (!fits(c.plan)) c.plan = plan_of(p, c.plan.shape());
  }

  // ---- results of trials, cached between sessions
  static constexpr const char* file = "streamed.tsv";
  static constexpr int kernels = 13;  // increase when the kernels change, to discard older trials
  static std::string key_of(const Problem& p) {
    int device = 0, driver = 0;
    cudaDeviceProp properties{};
    EZ_CUDA(cudaGetDevice(&device));
    EZ_CUDA(cudaDriverGetVersion(&driver));
    EZ_CUDA(cudaGetDeviceProperties(&properties, device));
    std::string walls;
    for (const BoundaryKind kind : p.walls) walls += fmt::format(" {}", to_string(kind));
    return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}{}{}{}", kernels, properties.name, driver, p.nx, p.ny,
                       sizeof(T) == 4 ? "float" : "double", p.magnetic ? "magnetic " : "",
                       p.electric.wide() ? "wide " : "", many_terms(p) ? "terms" : "", walls);
  }
  // Writes levels, rows, warps and ns per row: "12:192:8:52.1 12:224:8:53 8:128:8:60"; "-" if two kernels are faster.
  static std::string text_of(const std::vector<std::vector<Tried>>& tried) {
    std::string text;
    for (const std::vector<Tried>& of_levels : tried)
      for (const Tried& t : of_levels)
        text += fmt::format("{}{}:{}:{}:{:.4g}", text.empty() ? "" : " ", t.shape.levels, t.shape.rows, t.shape.warps,
                            1e9 * t.a_row);
    return text.empty() ? "-" : text;
  }
  bool recall(const Problem& p) {
    const std::string text = cached_measurement(file, key_of(p));
    std::vector<std::vector<Tried>> tried;
    std::istringstream words(text);
    for (std::string word; words >> word && word != "-";) {
      int levels = 0, rows = 0, warps = 0;
      double a_row = 0;
      const bool read = std::sscanf(word.c_str(), "%d:%d:%d:%lf", &levels, &rows, &warps, &a_row) == 4;
      const bool known = std::find(levels_of<T>.begin(), levels_of<T>.end(), levels) != levels_of<T>.end();
      const int before = tried.empty() ? levels + 1 : tried.back().front().shape.levels;
      const bool sound = read && rows >= 1 && (warps == most_warps || warps == fewer_warps) && a_row > 0;
      if (!sound || !known || levels > before) return false;
      if (levels < before) tried.emplace_back();
      tried.back().push_back({streamed::shape_for<T>(p, levels, rows, warps, multiprocessors()), 1e-9 * a_row});
    }
    if (!text.empty()) tried_ = std::move(tried);
    return !text.empty();
  }

  // Finds by trial, for each number of levels, the tiles that are fastest on this grid and device, and keeps those that
  // are faster than two kernels. As in a run, passes alternate between the two sets of arrays, and each finds in the
  // cache the data that the previous one left there. They run between a copy of the state and the other set. The first
  // real pass overwrites the data that they write there.
  void choose(const Problem& p, cudaStream_t stream) {
    tried_.clear(), courses_.clear(), competing_plans_.clear();
    const Event begin(Event::Kind::timing), end(Event::Kind::timing);
    const auto seconds = [&](auto&& run) {  // the better of two measurements
      double best = std::numeric_limits<double>::infinity();
      run();
      for (int go = 0; go < 2; ++go) {
        begin.record(stream);
        for (int k = 0; k < 2; ++k) run();
        end.record(stream);
        end.wait();
        best = std::min(best, end.seconds_since(begin) / 2);
      }
      return best;
    };
    // For a pass and the next one.
    const DeviceBuffer<double> signals(static_cast<std::size_t>(2 * 12) * (p.terms.empty() ? 1 : max_batch_signals(p)));
    const DeviceBuffer<double> probes(static_cast<std::size_t>(12) * (p.instruments.size() + 1));
    EZ_CUDA(cudaMemsetAsync(signals.data(), 0, signals.bytes(), stream));
    const Points::Tables tables{signals.data(), 0, probes.data(), 0};
    HStep<T> h = loan_.h;
    EStep<T> e = loan_.e;
    const Buffers other = of_other_set();
    streamed::point_at(h, e, view(other));
    const double two_kernels = seconds([&] {
      launch_h(h, {128, 2}, stream);
      launch_e(e, {128, 2}, stream);
    });
    const std::vector<DeviceBuffer<T>> copies = copy_for_trial(stream);
    const Buffers state = copies.empty() ? of_lattice() : buffers(copies);
    const auto there_and_back = [&](Course<T>& c) {
      enqueue(c, tables, state, other, true, stream);
      copies.empty() ? enqueue(c, tables, state, other, true, stream) : enqueue(c, tables, other, state, true, stream);
    };
    double fastest = two_kernels;
    for (auto levels = levels_of<T>.rbegin(); levels != levels_of<T>.rend(); ++levels) {
      std::vector<Course<T>> courses;
      for (const streamed::PlanShape& shape : shapes_to_try(p, *levels)) {
        courses.emplace_back(plan_of(p, shape));
        courses.back().upload(stream);
      }
      // Takes turns, so that a short disturbance of the card does not affect only one height. Uses the median, because
      // a run is the sum of its passes and not the best of them.
      constexpr std::size_t turns = 5;
      std::vector<std::array<double, turns>> goes(courses.size());
      for (std::size_t turn = 0; turn < turns; ++turn)
        for (std::size_t k = 0; k < courses.size(); ++k)
          goes[k][turn] = seconds([&] { there_and_back(courses[k]); }) / (2.0 * *levels);
      std::vector<double> a_step;
      for (std::array<double, turns>& of : goes) {
        std::nth_element(of.begin(), of.begin() + turns / 2, of.end());
        a_step.push_back(of[turns / 2]);
      }
      std::vector<std::size_t> order(courses.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return a_step[a] < a_step[b]; });
      if (a_step[order.front()] >= fastest) continue;
      fastest = a_step[order.front()];
      // If each multiprocessor has many blocks, an edit changes little.
      const bool few_rounds = makespan_of(courses[order.front()].plan) < 2.2 * courses[order.front()].plan.shape().rows;
      order.resize(std::min<std::size_t>(order.size(), few_rounds ? most_heights : 1));
      competing_plans_.clear();
      std::vector<Tried> of_levels;
      for (const std::size_t k : order) {
        Course<T>& c = courses[k];
        c.a_row = a_step[k] / makespan_of(c.plan);
        of_levels.push_back({c.plan.shape(), c.a_row});
        if (k != order.front()) competing_plans_.push_back({std::move(c.plan), c.a_row});
      }
      tried_.insert(tried_.begin(), std::move(of_levels));
      courses_.insert(courses_.begin(), std::move(courses[order.front()]));
    }
    make_zero_beyond(stream);
  }
  // Copies the state for a trial. Returns nothing if the state is so large that no pass finds anything in the cache in
  // either direction, or if there is not enough memory.
  std::vector<DeviceBuffer<T>> copy_for_trial(cudaStream_t stream) const {
    int device = 0, cache = 0;
    EZ_CUDA(cudaGetDevice(&device));
    EZ_CUDA(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, device));
    std::size_t bytes = 0;
    for (const DeviceBuffer<T>* b : loan_.state) bytes += b->bytes();
    std::vector<DeviceBuffer<T>> copies;
    if (bytes > 8 * static_cast<std::size_t>(cache)) return copies;
    try {
      for (const DeviceBuffer<T>* b : loan_.state) {
        copies.push_back(with_reserve(b->count()));
        EZ_CUDA(cudaMemcpyAsync(copies.back().data(), b->data(), b->bytes(), cudaMemcpyDeviceToDevice, stream));
      }
    } catch (const OutOfMemory&) {
      copies.clear();
    }
    return copies;
  }
  static std::size_t max_batch_signals(const Problem& p) {
    int most = 0;
    for (const Term& t : p.terms) most = std::max(most, t.signal + 1);
    return static_cast<std::size_t>(most);
  }
  // Returns shapes worth a trial: with these heights there are enough tiles for every multiprocessor, but not too many.
  // Blocks of few warps are tried only if there are no more tiles than the multiprocessors can hold at a time.
  static std::vector<streamed::PlanShape> shapes_to_try(const Problem& p, int levels) {
    int most = most_warps;
    with_levels<T>(levels, [&](auto of) { most = decltype(of)::warps(); });
    const int processors = multiprocessors();
    std::vector<streamed::PlanShape> out;
    const auto add = [&](int rows, int warps) {
      out.push_back(streamed::shape_for<T>(p, levels, rows, warps, processors));
    };
    constexpr int candidates[] = {288, 256, 240, 224, 208, 200, 192, 176, 144, 128, 112, 96, 64, 56, 48, 40, 32, 16};
    for (const int rows : candidates) {
      const double rounds = streamed::rounds_of<T>(p, levels, rows, processors);
      if (rounds >= 0.5 && rounds <= 6) add(rows, most);
      if (rounds >= 0.5 && rounds <= 1.5 && most > fewer_warps) add(rows, fewer_warps);
    }
    if (out.empty()) add(streamed::rounds_of<T>(p, levels, 96, processors) > 1 ? 192 : 16, most);
    return out;
  }

  // Pointers to one set of arrays, by State.
  using Buffers = std::vector<T*>;
  static Buffers buffers(const std::vector<DeviceBuffer<T>>& set) {
    Buffers out;
    for (const DeviceBuffer<T>& b : set) out.push_back(b.data());
    return out;
  }
  Buffers of_other_set() const { return buffers(other_set_); }
  Buffers of_lattice() const {
    Buffers out;
    for (const DeviceBuffer<T>* b : loan_.state) out.push_back(b->data());
    return out;
  }
  static FieldView<T> view(const Buffers& of) {
    return streamed::field_of<T>([&](std::size_t k) { return of[k]; });
  }
  // Returns the tables from step `first` on.
  static Points::Tables after(Points::Tables t, int first) {
    t.signals += std::ptrdiff_t{first} * t.signal_count;
    t.probes += std::ptrdiff_t{first} * t.probe_count;
    return t;
  }
  // follows: another pass of the course comes next.
  void pass(Course<T>& c, const Points::Tables& tables, bool follows, cudaStream_t stream) {
    if (std::exchange(c.stale, false)) c.plan.update_points(*due_), c.upload_tiles(stream);
    enqueue(c, tables, of_lattice(), of_other_set(), follows, stream);
    for (std::size_t k = 0; k < other_set_.size(); ++k) std::swap(*loan_.state[k], other_set_[k]);
    streamed::point_at(loan_.h, loan_.e, view(of_lattice()));
  }
  void enqueue(Course<T>& c, const Points::Tables& tables, const Buffers& from, const Buffers& to, bool follows,
               cudaStream_t stream) const {
    const int levels = c.plan.shape().levels;
    if (!c.blocks.empty()) {
      const GeneralPass<T> general{loan_.h,
                                   loan_.e,
                                   view(from),
                                   view(to),
                                   from[streamed::corrections],
                                   to[streamed::corrections],
                                   c.blocks.data(),
                                   c.nodes.data(),
                                   c.general_due.data(),
                                   c.mur.data(),
                                   levels,
                                   tables.signals,
                                   tables.signal_count,
                                   tables.probes,
                                   tables.probe_count};
      launch_general(general, c.blocks.size(), c.plan.general().most_shared_bytes, stream);
    }
    const bool ahead = c.plan.made_ahead() && follows;
    const Pass<T> streaming{
        view(from),
        view(to),
        loan_.e.f.nx,
        loan_.e.f.ny,
        loan_.e.f.pitch,
        loan_.h.hx_all.b,
        loan_.h.hy_all.b,
        static_cast<const std::uint8_t*>(loan_.e.entry),
        loan_.e.palette,
        palette_size_,
        loan_.h.hx_entry,
        loan_.h.hy_entry,
        loan_.h.hx_palette,
        loan_.h.hy_palette,
        magnetic_size_,
        {loan_.e.x.nodes, loan_.h.x.nodes, loan_.e.x.low, loan_.e.x.high, loan_.e.y.low, loan_.e.y.high},
        row_e_.data() + streamed::rows_beyond,
        row_h_.data() + streamed::rows_beyond,
        c.tiles.data(),
        c.due_rows.data(),
        c.amounts.data(),
        c.in_step.data(),
        c.probes.data(),
        c.values[0].data(),
        tables.signals,
        tables.signal_count,
        tables.probes,
        tables.probe_count,
        ahead ? c.values[1].data() : nullptr,
        c.amounts.size(),
        c.in_step.size(),
        c.plan.makers()};
    with_levels<T>(levels, [&](auto of) {
      if (c.plan.made_ahead() && !c.made) decltype(of)::make_values(streaming, stream);
      decltype(of)::launch(streaming, c.plan.blocks(), c.plan.shape().warps, stream);
    });
    c.made = ahead;
    if (ahead) std::swap(c.values[0], c.values[1]);
  }

  bool optional_;
  SchemeArguments<T> loan_;
  std::vector<DeviceBuffer<T>> other_set_;
  std::optional<DueRows> due_;
  std::optional<Kinds> chosen_for_;
  // By levels, most first; empty: two kernels are faster.
  std::vector<std::vector<Tried>> tried_;
  // Competing plans of the first course, with other tile heights.
  std::vector<CompetingPlan> competing_plans_;
  int palette_size_ = 0, magnetic_size_ = 0;
  DeviceList<streamed::RowLayer<T>> row_e_, row_h_;
  std::vector<Course<T>> courses_;  // one for each shape
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_streamed(int) {
  return std::make_unique<Streamed<T>>(false);
}
template <class T>
std::unique_ptr<Scheme<T>> make_streamed_if_memory(int) {
  return std::make_unique<Streamed<T>>(true);
}
template std::unique_ptr<Scheme<float>> make_streamed<float>(int);
template std::unique_ptr<Scheme<double>> make_streamed<double>(int);
template std::unique_ptr<Scheme<float>> make_streamed_if_memory<float>(int);
template std::unique_ptr<Scheme<double>> make_streamed_if_memory<double>(int);

}  // namespace ez::cuda::schemes
