// Writes a scene as TOML. Only required keys and values other than the default are written, in the order of
// docs/scene-format.md. Numbers have the shortest form that reads back to the same value.
#include <fmt/format.h>

#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "solver/scene/file/key_texts.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/text/value_text.h"
#include "solver/scene/file/write_lines.h"
#include "solver/scene/names.h"
#include "solver/scene/presets.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

using namespace value_text;

class Lines {
 public:
  explicit Lines(const WriteChoice& choice) : choice_(choice) {}

  // A header is written with its first key, or at once if `always`.
  void table(const std::string& path, const std::string& header, bool always = false) {
    path_ = path;
    header_ = header;
    if (always) flush_header();
  }
  void key(const std::string& name, const std::string& value) {
    flush_header();
    lines_.push_back({path_of(name), name + " = " + value});
  }
  // Writes a key unless it has its default.
  void optional(const std::string& name, const std::string& value, bool is_default) {
    if (!is_default || wanted(path_of(name))) key(name, value);
  }
  void remark(const std::string& text) {
    flush_header();
    lines_.push_back({"", "# " + text});
  }
  bool every_default() const { return choice_.every_default; }
  // Returns true if a key is written even if it has its default.
  bool wanted(const std::string& path) const { return choice_.every_default || (choice_.also && choice_.also(path)); }
  std::vector<FileLine> take() { return std::move(lines_); }

 private:
  std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
  void flush_header() {
    if (!header_.empty()) lines_.push_back({path_, header_, true});
    header_.clear();
  }

  const WriteChoice& choice_;
  std::string path_, header_;
  std::vector<FileLine> lines_;
};

// Text for an omitted key without a constant default: its value in this scene, or a remark. Both are empty if there is
// nothing to write. `path` is the key's.
struct Derived {
  std::string value, remark;
};
Derived derived_alpha(const Scene& scene) {
  const Vec2 cell = cell_size(scene);
  // A variant may have another cell and so another value.
  if (cell.x == cell.y && scene.variants.empty()) return {decimal(2e-5 / cell.x), ""};
  return {"", fmt::format("alpha is absent: {} S/m on left and right, {} on bottom and top", decimal(2e-5 / cell.x),
                          decimal(2e-5 / cell.y))};
}
Derived derived(const Scene& scene, const std::string& path, std::string_view name, const Key& key) {
  if (path == "boundary.cpml.alpha") return derived_alpha(scene);
  if (path == "reflection.sides") {
    const std::string sides = list_of(measured_sides(scene));
    return {"", fmt::format("sides is absent: {}, {}", key.absent, sides.empty() ? "none here" : sides)};
  }
  if (path.starts_with("material.") && name == "color") {
    const std::size_t k = std::stoul(path.substr(9));
    return {text_of(std::optional(palette_entry(scene, k + 3).color)), ""};
  }
  return {"", key.absent.empty() ? "" : fmt::format("{} is absent: {}", name, key.absent)};
}

// Returns the values of a table's keys if they are omitted.
template <class T>
T base_of(const T&, Physics) {
  return {};
}
Grid base_of(const Grid&, Physics physics) { return started_as(physics).grid; }
Boundary base_of(const Boundary&, Physics physics) { return started_as(physics).boundary; }
SceneView base_of(const SceneView&, Physics physics) { return started_as(physics).view; }
Material base_of(const Material& m, Physics) {
  Material base = started_from(m.preset);
  base.preset.clear();  // the preset itself must be written
  if (m.preset == absorber_preset) base.sigma_m = matched_sigma_m(m);
  return base;
}

// Writes the members of a struct. `fields` calls it for each member.
class KeyWriter {
 public:
  KeyWriter(Lines& out, const Scene& scene, Polarization named) : out_(out), scene_(scene), named_(named) {}

  template <class T>
  void table(const T& value, bool with_point = true) {
    KeyTexts defaults(named_, out_.every_default(), with_point), own = defaults;
    const T base = base_of(value, scene_.physics);
    T::fields(base, defaults);
    T::fields(value, own);
    std::swap(defaults_, defaults.texts);
    std::swap(own_, own.texts);
    const std::size_t before = std::exchange(next_, 0);
    T::fields(value, *this);
    next_ = before;
    std::swap(defaults_, defaults.texts);
    std::swap(own_, own.texts);
  }

  void operator()(std::string_view name, const auto& member, const Key& key) {
    using T = std::remove_cvref_t<decltype(member)>;
    const std::size_t k = next_++;
    if (!is_for(key.belongs, scene_.physics)) return;
    const std::string path = path_of(name);
    if constexpr (Table<T>)
      inner(path, fmt::format("[{}]", path), key.required, member);
    else
      nested(name, path, member, key, k);
  }
  void kind(const auto& value) { out_.key("kind", in_quotes(kind_of(value))); }
  void alternative(const auto& value) {
    std::visit([this](const auto& v) { this->table(v, false); }, value);
  }

 private:
  std::string path_of(std::string_view name) const {
    return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  }
  template <class T>
  void inner(const std::string& path, const std::string& header, bool always, const T& value) {
    const std::string outer = std::exchange(path_, path);
    out_.table(path, header, always);
    table(value);
    path_ = outer;
  }
  template <Table T>
  void nested(std::string_view, const std::string& path, const std::vector<T>& list, const Key&, std::size_t) {
    for (std::size_t k = 0; k < list.size(); ++k)
      inner(fmt::format("{}.{}", path, k), fmt::format("[[{}]]", path), true, list[k]);
  }
  // Poles are a value in their material's table.
  void nested(std::string_view name, const std::string&, const std::vector<Pole>&, const Key&, std::size_t k) {
    out_.optional(std::string(name), own_[k], own_[k] == defaults_[k]);
  }
  template <Table A, Table B>
  void nested(std::string_view, const std::string& path, std::tuple<const A&, const B&> both, const Key&, std::size_t) {
    const std::string outer = std::exchange(path_, path);
    out_.table(path, fmt::format("[{}]", path));
    table(std::get<0>(both));
    table(std::get<1>(both));
    path_ = outer;
  }
  template <class... A>
  void nested(std::string_view name, const std::string&, const std::variant<A...>& value, const Key& key, std::size_t);
  void nested(std::string_view name, const std::string& path, const auto&, const Key& key, std::size_t k) {
    const std::string& text = own_[k];
    if (text.empty() && out_.every_default()) {
      const Derived d = derived(scene_, path, name, key);
      if (!d.value.empty()) out_.key(std::string(name), d.value);
      if (!d.remark.empty()) out_.remark(d.remark);
    } else if (key.required || key.written) {
      out_.key(std::string(name), text);
    } else if (!text.empty()) {
      out_.optional(std::string(name), text, text == defaults_[k]);
    }
  }

  Lines& out_;
  const Scene& scene_;
  Polarization named_;
  std::string path_;                         // of the current table
  std::vector<std::string> defaults_, own_;  // texts of its keys, in order
  std::size_t next_ = 0;                     // index of the next key
};

// The keys of an inline table. Those with their default value are written only if `wanted`.
struct InlineKeys {
  std::string text;
  std::function<bool(std::string_view)> wanted;
  std::vector<std::string> defaults, own;
  std::string absent;    // text for an absent number; empty: omitted
  std::size_t next = 0;  // index of the next key
  void operator()(std::string_view name, const auto&, const Key& key) {
    const std::string& value = own[next].empty() ? absent : own[next];
    const bool is_default = own[next] == defaults[next];
    ++next;
    if (!value.empty() && (key.required || !is_default || wanted(name))) text += fmt::format(", {} = {}", name, value);
  }
};

// For example { kind = "cw", frequency = 15e9 }.
template <class... A>
void KeyWriter::nested(std::string_view name, const std::string& path, const std::variant<A...>& value, const Key& key,
                       std::size_t) {
  const auto wanted = [&](std::string_view of) { return out_.wanted(fmt::format("{}.{}", path, of)); };
  const bool every = out_.every_default(), may_derive = scene_.variants.empty();
  const auto write = [&](const auto& v) {
    using T = std::remove_cvref_t<decltype(v)>;
    KeyTexts defaults(named_, every, false), own = defaults;
    const T base;
    T::fields(base, defaults);
    T::fields(v, own);
    std::string delay;
    if constexpr (requires { v.delay.has_value(); })
      if (!v.delay && every) delay = number(v.peak());
    InlineKeys keys{fmt::format("{{ kind = {}", in_quotes(T::kind)), wanted, defaults.texts, own.texts,
                    may_derive ? delay : ""};
    T::fields(v, keys);
    out_.optional(std::string(name), keys.text + " }", !key.required && value == std::variant<A...>());
    if (!delay.empty() && !may_derive) out_.remark(fmt::format("{}.delay is absent: {} s", name, delay));
  };
  std::visit(write, value);
}

}  // namespace

std::vector<FileLine> scene_lines(const Scene& scene, const WriteChoice& choice) {
  Lines out(choice);
  out.key("ezscope", "1");
  KeyWriter(out, scene, choice.named.value_or(scene.grid.polarization)).table(scene);
  return out.take();
}

std::string write_scene(const Scene& scene, bool every_default) {
  std::string out;
  for (const FileLine& line : scene_lines(scene, {every_default, {}})) {
    if (line.header) out += '\n';
    out += line.text + '\n';
  }
  return out;
}

}  // namespace ez
