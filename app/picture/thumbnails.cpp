#include "app/picture/thumbnails.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
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
// lie between the nodes and vanish.
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

// Lowers the priority of this thread, so that the field and the window come first. Next to them it still gets a quarter
// of a core. (On Linux each thread has its own priority.)
void lower_thread_priority() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5); }

}  // namespace

std::optional<Thumbnail> make_thumbnail(const std::string& name, std::string_view text,
                                        const std::function<bool()>& stop) {
  SceneResult parsed = parse_scene(text, name);
  if (!parsed.scene) return Thumbnail{name, {}, {}};
  Solver solver(cpu_engine_maker(1)(), reduced(std::move(*parsed.scene)));
  if (shows_map(solver.scene())) solver.set_gather(Monitors(solver.scene()).gather());
  const std::uint64_t steps = steps_to_show(solver.scene(), solver.dt());
  const double end = time_to_show(solver.scene());
  while (solver.step() < steps && solver.time() < end) {
    if (stop()) return std::nullopt;
    const std::uint64_t before = solver.step();
    solver.advance(static_cast<int>(std::min<std::uint64_t>(steps_at_once, steps - solver.step())), end);
    solver.wait();
    if (solver.step() == before) break;  // a gas that fails makes no more steps
  }
  return paint_thumbnail(solver, name);
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
  std::mutex mutex;
  std::condition_variable changed;
  bool ending = false;
  std::vector<Request> requests;
  std::vector<Thumbnail> made;
  std::string current_scene;      // the scene that is in work
  std::set<std::uint64_t> known;  // marks of the scenes that have a sketch but no picture
  std::thread worker;

  bool is_ending() {
    const std::lock_guard lock(mutex);
    return ending;
  }
  // The name depends on the content of the scene's text.
  fs::path file(const Request& request, const char* theme) const {
    if (folder.empty()) return {};
    return folder / fmt::format("{}-{:016x}-{}-{}.png", request.name, content_mark(request.text), edition, theme);
  }
  static std::uint64_t mark_of(const Request& request) { return content_mark(request.text); }
  Thumbnail kept_or_sketch(const Request& request) {
    Thumbnail t{request.name, kept(file(request, "dark")), kept(file(request, "light"))};
    if (!t.dark.rgba.empty() && !t.light.rgba.empty()) return t;
    try {
      return make_sketch(request.name, request.text);
    } catch (const std::exception&) {  // there is no sketch if memory runs out
      return {request.name, {}, {}, true};
    }
  }
  std::optional<Thumbnail> make_picture(const Request& request) {
    try {
      std::optional<Thumbnail> fresh = make_thumbnail(request.name, request.text, [this] { return is_ending(); });
      if (fresh) keep(file(request, "dark"), fresh->dark), keep(file(request, "light"), fresh->light);
      return fresh;
    } catch (const std::exception&) {
      return Thumbnail{request.name, {}, {}};
    }
  }
  // Returns the first request that has no sketch yet, otherwise the first one, and removes it from the list.
  Request next(bool& sketched) {
    auto found = std::ranges::find_if(requests, [this](const Request& w) { return !known.contains(mark_of(w)); });
    sketched = found == requests.end();
    if (sketched) found = requests.begin();
    Request out = std::move(*found);
    requests.erase(found);
    known.insert(mark_of(out));
    current_scene = out.name;
    return out;
  }
  void work() {
    lower_thread_priority();
    while (true) {
      Request request;
      bool sketched = false;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return ending || !requests.empty(); });
        if (ending) return;
        request = next(sketched);
      }
      std::optional<Thumbnail> t = sketched ? make_picture(request) : kept_or_sketch(request);
      const std::lock_guard lock(mutex);
      current_scene.clear();
      // The picture follows after the sketches of all others.
      if (t && !t->sketch)
        known.erase(mark_of(request));
      else if (t)
        requests.push_back(std::move(request));
      if (t) made.push_back(std::move(*t));
    }
  }
};

Thumbnails::Thumbnails(fs::path folder) : shared_(std::make_unique<Shared>()) {
  shared_->folder = std::move(folder);
  shared_->worker = std::thread([shared = shared_.get()] { shared->work(); });
}

Thumbnails::~Thumbnails() {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->ending = true;
  }
  shared_->changed.notify_one();
  shared_->worker.join();
}

void Thumbnails::want(std::vector<Request> requests) {
  const std::lock_guard lock(shared_->mutex);
  // Skips scenes that are in work, or whose picture is made and waits for take().
  std::erase_if(requests, [&](const Request& w) {
    return w.name == shared_->current_scene ||
           std::ranges::any_of(shared_->made, [&](const Thumbnail& t) { return t.scene == w.name && !t.sketch; });
  });
  shared_->requests = std::move(requests);
  if (!shared_->requests.empty()) shared_->changed.notify_one();
}

std::vector<Thumbnail> Thumbnails::take() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->made, {});
}

}  // namespace ez
