#include "app/picture/thumbnails.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "app/model/update.h"
#include "app/picture/auto_range.h"
#include "app/platform/files.h"
#include "render/colormap.h"
#include "solver/base/constants.h"
#include "solver/base/write_file.h"
#include "solver/engine/backend.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/run/solver.h"
#include "solver/scene/duration.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/quantity.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

// Larger scenes are coarsened to this. Others keep their grid: on a coarser one a screen that is one node thick may
// be between the nodes and vanish.
constexpr double most_nodes = 500e3;
constexpr int most_run_steps = 4000, steps_at_once = 4;
// Increase it when the drawing changes, so that cached pictures are made again.
constexpr int edition = 4;

bool shows_map(const Scene& s) { return facts_of(s.view.quantity).of == QuantityFacts::Origin::map; }

// Returns the scene without variants, and of its instruments only the maps if it shows one.
Scene reduced(Scene s) {
  s.variants.clear();
  std::erase_if(s.monitors,
                [&](const Monitor& m) { return !shows_map(s) || !std::holds_alternative<MapMonitor>(m.geometry); });
  s.checks.clear();
  s.probes.clear();
  s.reflection = {};
  const double factor = std::sqrt(most_nodes / (static_cast<double>(s.grid.nx) * s.grid.ny));
  return factor < 1 ? refine(s, factor) : s;
}

// Returns the steps to run. A continuous wave has then crossed the domain, and a pulse is in the middle. A map, which
// sums the whole run, is complete. The run never passes the time at which the scene pauses, because everything may be
// gone later.
std::uint64_t steps_to_show(const Scene& s, double dt) {
  if (in_cells(s.physics)) return most_run_steps;
  const Vec2 room = extent(s);
  const PaletteEntry background = background_of(s);
  const double crossing = std::hypot(room.x, room.y) / c0 * std::sqrt(background.eps * background.mu);
  double seconds = s.sources.empty() ? 0.4 * crossing : 0;
  for (const Source& source : s.sources) {
    if (!source.on) continue;
    const bool lasts = is_continuous(source.waveform);
    seconds = std::max(seconds, lasts ? 1.4 * crossing : pulse_times(source.waveform).peak + 0.4 * crossing);
  }
  const std::uint64_t pause = pause_step(s, dt, std::numeric_limits<double>::infinity()).value_or(most_run_steps);
  if (shows_map(s)) return std::min(pause, std::uint64_t{most_run_steps});
  return std::min({steps_until(seconds, dt).value_or(most_run_steps), pause, std::uint64_t{most_run_steps}});
}

// Returns the time to run in s, for a gas or heat whose steps vary in length. It is the time at which the scene pauses,
// or three tenths of a crossing.
double time_to_show(const Scene& s) {
  if (!in_cells(s.physics)) return std::numeric_limits<double>::infinity();
  const std::optional<PauseMoment> moment = parse_pause(s.pause.at);
  const bool timed = moment && moment->kind == PauseMoment::Kind::duration && !moment->duration.periods;
  return timed ? moment->duration.value : 3 * reference_period(s);
}

struct Rgb {
  double r = 0, g = 0, b = 0;
};
Rgb split(std::uint32_t c) {
  return {static_cast<double>(c >> 16 & 255), static_cast<double>(c >> 8 & 255), static_cast<double>(c & 255)};
}
Rgb mix(Rgb a, Rgb b, double share) {
  return {a.r + share * (b.r - a.r), a.g + share * (b.g - a.g), a.b + share * (b.b - a.b)};
}

// Returns the medium to show for each pixel. It is the medium in the pixel's middle, or a conductor at any of its
// nodes, because a conductor may be one node thick.
std::vector<std::size_t> shown_media(const Solver& solver, const std::vector<PaletteEntry>& palette,
                                     const PictureWindow& window) {
  const Grid& g = solver.scene().grid;
  const double wide = (window.x1 - window.x0) / window.width, high = (window.y1 - window.y0) / window.height;
  const auto node = [](double at, int n) { return std::clamp(static_cast<int>(std::lround(at)), 0, n - 1); };
  std::vector<std::size_t> media;
  for (int row = 0; row < window.height; ++row)
    for (int column = 0; column < window.width; ++column) {
      const auto in_x = [&](double part) { return node(window.x0 + (column + part) * wide, g.nx); };
      const auto in_y = [&](double part) { return node(window.y0 + (row + part) * high, g.ny); };
      std::size_t shown = solver.nodes().at(in_x(0.5), in_y(0.5));
      for (int j = in_y(0); j <= in_y(1); ++j)
        for (int i = in_x(0); i <= in_x(1); ++i) {
          const std::size_t index = solver.nodes().at(i, j);
          if (palette[index].pec || palette[index].pmc) shown = index;
        }
      media.push_back(shown);
    }
  return media;
}

// Paints the field in the view's colours, tints the media and gives conductors their own colour.
Image painted(const Scene& s, const PictureWindow& window, const std::vector<float>& field,
              const std::vector<PaletteEntry>& palette, const std::vector<std::size_t>& media, BarEnds ends,
              bool dark) {
  const bool is_signed_field = is_signed(window.quantity);
  const ViewState view = view_of(s, {});
  const ColormapTable table = colormap_table(view.*colormap_of(window.quantity), dark);
  const double curve = curve_of(window.quantity);
  const std::uint32_t wall = dark ? 0x8D97A5 : 0x5B6675;
  Image image{window.width, window.height, {}};
  for (int row = window.height - 1; row >= 0; --row)  // row 0 of the field is at the bottom
    for (int column = 0; column < window.width; ++column) {
      const std::size_t pixel =
          static_cast<std::size_t>(row) * static_cast<std::size_t>(window.width) + static_cast<std::size_t>(column);
      const float value = field[pixel];
      double share = std::isfinite(value) ? (value - ends.low) / (ends.limit - ends.low) : 0;
      if (curve > 0) share = std::expm1(-curve * share) / std::expm1(-curve);
      const double t = is_signed_field ? 0.5 + 0.5 * share : share;
      Rgb color = split(table[static_cast<std::size_t>(std::lround(std::clamp(t, 0.0, 1.0) * (colormap_size - 1)))]);
      const PaletteEntry& is = palette[media[pixel]];
      if (is.pec || is.pmc)
        color = split(wall);
      else if (!in_cells(s.physics) && is.color != palette.front().color)
        color = mix(color, split(is.color), 0.22);
      for (const double c : {color.r, color.g, color.b})
        image.rgba.push_back(static_cast<std::uint8_t>(std::lround(c)));
      image.rgba.push_back(255);
    }
  return image;
}

// Paints the picture for both themes.
Thumbnail painted_twice(std::string name, const Solver& solver, const PictureWindow& window,
                        const std::vector<float>& field, BarEnds ends) {
  const Scene& s = solver.scene();
  const std::vector<PaletteEntry>& palette = solver.media()->palette();
  const std::vector<std::size_t> media = shown_media(solver, palette, window);
  return {std::move(name), painted(s, window, field, palette, media, ends, true),
          painted(s, window, field, palette, media, ends, false)};
}

PictureWindow whole_domain(const Scene& s, int width, int height) {
  PictureWindow window;
  window.x0 = window.y0 = -0.5;
  window.x1 = s.grid.nx - 0.5;
  window.y1 = s.grid.ny - 0.5;
  const Vec2 room = extent(s);
  const double scale = std::min(width / room.x, height / room.y);
  window.width = std::max(16, static_cast<int>(std::lround(room.x * scale)));
  window.height = std::max(16, static_cast<int>(std::lround(room.y * scale)));
  return window;
}

// Paints the present field in the scene's own quantity and range.
Thumbnail paint_thumbnail(Solver& solver, const std::string& name) {
  const Scene& s = solver.scene();
  PictureWindow window = whole_domain(s, thumbnail_width, thumbnail_height);
  const Quantity wanted = s.view.quantity;
  window.quantity = wanted == Quantity::residual || wanted == Quantity::material ? Quantity::ez : wanted;
  std::vector<float> field(static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height));
  const PictureStats stats = solver.draw(window, field.data());
  const bool as_scene = s.view.range > 0 && window.quantity == wanted;
  BarEnds ends = as_scene                       ? BarEnds{0, s.view.range}
                 : spans_range(window.quantity) ? settled_ends(stats.least, stats.max_abs)
                                                : BarEnds{0, settled_limit(window.quantity, stats.max_abs)};
  if (!(ends.limit > ends.low)) ends = {};
  return painted_twice(name, solver, window, field, ends);
}

// Returns a cached picture; empty if there is none.
Image kept(const fs::path& path) {
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) return {};
  try {
    return read_png(path);
  } catch (const std::exception&) {
    return {};
  }
}

void keep(const fs::path& path, const Image& image) {
  if (path.empty() || image.rgba.empty()) return;
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  try {
    write_file_atomically(path, encode_png(image));
  } catch (const std::exception&) {
    // The picture is made again next time.
  }
}

// Runs a scene until it looks best, and then draws it.
class ThumbnailRun {
 public:
  ThumbnailRun(std::string name, std::string_view text);
  // Does a few steps of the run. At its end, returns the picture, which is empty if the scene cannot be read.
  std::optional<Thumbnail> step();

 private:
  bool advance();  // returns false at the end

  std::string name_;
  std::optional<Solver> solver_;  // empty if the scene cannot be read
  std::uint64_t steps_ = 0;       // to run
  double end_ = 0;                // s, to run at most
};

ThumbnailRun::ThumbnailRun(std::string name, std::string_view text) : name_(std::move(name)) {
  SceneResult parsed = parse_scene(text, name_);
  if (!parsed.scene) return;
  solver_.emplace(cpu_engine_maker(1)(), reduced(std::move(*parsed.scene)));
  if (shows_map(solver_->scene())) solver_->set_gather(Monitors(solver_->scene()).gather());
  steps_ = steps_to_show(solver_->scene(), solver_->dt());
  end_ = time_to_show(solver_->scene());
}

std::optional<Thumbnail> ThumbnailRun::step() {
  if (!solver_) return Thumbnail{name_, {}, {}};
  if (advance()) return std::nullopt;
  return paint_thumbnail(*solver_, name_);
}

bool ThumbnailRun::advance() {
  const std::uint64_t before = solver_->step();
  if (before >= steps_ || !(solver_->time() < end_)) return false;
  solver_->advance(static_cast<int>(std::min<std::uint64_t>(steps_at_once, steps_ - before)), end_);
  solver_->wait();
  return solver_->step() != before;  // a gas that fails makes no more steps
}

}  // namespace

Thumbnail make_thumbnail(const std::string& name, std::string_view text) {
  ThumbnailRun run(name, text);
  std::optional<Thumbnail> out;
  while (!out) out = run.step();
  return std::move(*out);
}

Thumbnail make_sketch(const std::string& name, std::string_view text) {
  SceneResult parsed = parse_scene(text, name);
  if (!parsed.scene) return {name, {}, {}, true};
  Solver solver(cpu_engine_maker(1)(), reduced(std::move(*parsed.scene)));
  Thumbnail out = paint_thumbnail(solver, name);
  out.sketch = true;
  return out;
}

Thumbnail thumbnail_of(Solver& solver, const ViewState& view, int width, int height) {
  PictureWindow window = whole_domain(solver.scene(), width, height);
  const bool other = view.quantity == Quantity::residual || view.quantity == Quantity::material;
  window.quantity = other ? main_quantity(solver.scene().physics) : view.quantity;
  window.map = view.map;
  std::vector<float> field(static_cast<std::size_t>(window.width) * static_cast<std::size_t>(window.height));
  const PictureStats stats = solver.draw(window, field.data());
  BarEnds ends{view.low, view.limit / view.gain};
  if (other) ends = {0, settled_limit(window.quantity, stats.max_abs)};
  if (!(ends.limit > ends.low)) ends = {};
  return painted_twice("", solver, window, field, ends);
}

struct Thumbnails::Shared {
  fs::path folder;
  Threads threads = Threads::own;
  std::mutex mutex;
  bool works = false;  // `work` has not ended and will make further requests
  std::vector<Request> requests;
  std::vector<Thumbnail> made;
  std::string current_scene;      // the scene that is in work
  std::set<std::uint64_t> known;  // marks of the scenes that have a sketch but no picture
  // Only the steps use these two.
  Request current;
  std::optional<ThumbnailRun> run;       // of `current`; empty: its picture is not in work
  std::unique_ptr<BackgroundWork> work;  // last: it ends first

  // The name depends on the content of the scene's text.
  fs::path file(const Request& request, const char* theme) const {
    if (folder.empty()) return {};
    return folder / fmt::format("{}-{:016x}-{}-{}.png", request.name, content_mark(request.text), edition, theme);
  }
  static std::uint64_t mark_of(const Request& request) { return content_mark(request.text); }
  bool step();
  std::optional<Request> next(bool& sketched);
  Thumbnail kept_or_sketch();
  std::optional<Thumbnail> go_on();
  void deliver(Thumbnail t);
};

// Makes a sketch, or does a few steps of a picture. Returns false if nothing is requested.
bool Thumbnails::Shared::step() {
  if (!run) {
    bool sketched = false;
    std::optional<Request> request = next(sketched);
    if (!request) return false;
    current = std::move(*request);
    if (!sketched) return deliver(kept_or_sketch()), true;
  }
  if (std::optional<Thumbnail> t = go_on()) {
    run.reset();
    deliver(std::move(*t));
  }
  return true;
}

// Returns the first request that has no sketch yet, otherwise the first one, and removes it from the list.
std::optional<Thumbnails::Request> Thumbnails::Shared::next(bool& sketched) {
  const std::lock_guard lock(mutex);
  works = !requests.empty();
  if (!works) return std::nullopt;
  auto found = std::ranges::find_if(requests, [this](const Request& w) { return !known.contains(mark_of(w)); });
  sketched = found == requests.end();
  if (sketched) found = requests.begin();
  Request out = std::move(*found);
  requests.erase(found);
  known.insert(mark_of(out));
  current_scene = out.name;
  return out;
}

Thumbnail Thumbnails::Shared::kept_or_sketch() {
  Thumbnail t{current.name, kept(file(current, "dark")), kept(file(current, "light"))};
  if (!t.dark.rgba.empty() && !t.light.rgba.empty()) return t;
  try {
    return make_sketch(current.name, current.text);
  } catch (const std::exception&) {  // there is no sketch if memory runs out
    return {current.name, {}, {}, true};
  }
}

// Continues the picture of the current scene. Returns it once it is complete.
std::optional<Thumbnail> Thumbnails::Shared::go_on() {
  try {
    if (!run) run.emplace(current.name, current.text);
    std::optional<Thumbnail> fresh = run->step();
    if (fresh) keep(file(current, "dark"), fresh->dark), keep(file(current, "light"), fresh->light);
    return fresh;
  } catch (const std::exception&) {
    return Thumbnail{current.name, {}, {}};
  }
}

void Thumbnails::Shared::deliver(Thumbnail t) {
  const std::lock_guard lock(mutex);
  current_scene.clear();
  // The picture follows after the sketches of all others.
  if (t.sketch)
    requests.push_back(std::move(current));
  else
    known.erase(mark_of(current));
  made.push_back(std::move(t));
}

Thumbnails::Thumbnails(fs::path folder, Threads threads) : shared_(std::make_unique<Shared>()) {
  shared_->folder = std::move(folder);
  shared_->threads = threads;
}

Thumbnails::~Thumbnails() = default;

void Thumbnails::want(std::vector<Request> requests) {
  {
    const std::lock_guard lock(shared_->mutex);
    // Skips scenes that are in work, or whose picture is made and waits for take().
    std::erase_if(requests, [&](const Request& w) {
      return w.name == shared_->current_scene ||
             std::ranges::any_of(shared_->made, [&](const Thumbnail& t) { return t.scene == w.name && !t.sketch; });
    });
    shared_->requests = std::move(requests);
    if (shared_->works || shared_->requests.empty()) return;
    shared_->works = true;
  }
  shared_->work.reset();  // ends before the next one begins
  shared_->work = std::make_unique<BackgroundWork>([shared = shared_.get()] { return shared->step(); },
                                                   shared_->threads, Priority::low);
}

std::vector<Thumbnail> Thumbnails::take() {
  if (shared_->work) shared_->work->poll();
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->made, {});
}

}  // namespace ez
