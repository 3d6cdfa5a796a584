#include "solver/scene/read_lab.h"

#include <map>

#include "solver/scene/names.h"
#include "solver/scene/override.h"
#include "solver/scene/toml_text.h"
#include "solver/scene/value_text.h"

namespace ez {
namespace {

// The keys of a variant by their dotted paths: "boundary.left" in quotes is one; boundary.left without them is a table
// in a table, and means the same. A table in braces is a value.
class PathCollector {
 public:
  explicit PathCollector(TableReader& in) : in_(in) {}
  void collect(const toml::table& table, const std::string& outer) {
    for (const auto& [key, node] : table) {
      const std::string path = outer + (outer.empty() ? "" : ".") + unshielded(key.str());
      const toml::table* inner = node.as_table();
      if (inner && !inner->is_inline() && !inner->empty())
        collect(*inner, path);
      else
        add(path, node);
    }
  }
  std::vector<Override> take() {
    std::vector<Override> out;
    for (const auto& [path, node] : found_) {
      std::optional<std::string> value = value_text::of(*node);
      if (value)
        out.push_back({path, std::move(*value)});
      else
        in_.error(*node, "set", in_.path_of("set") + "." + path + " holds a date or time; scenes have none");
    }
    return out;
  }

 private:
  static bool overridden(const toml::node& node) {
    return node.source().path && is_override_label(*node.source().path);
  }
  void add(const std::string& path, const toml::node& node) {
    const auto [at, is_new] = found_.try_emplace(path, &node);
    if (is_new) return;
    if (overridden(node))
      at->second = &node;
    else if (!overridden(*at->second))
      in_.error(node, "set", in_.path_of("set") + " sets " + names::quoted(path) + " twice; keep one");
  }

  TableReader& in_;
  std::map<std::string, const toml::node*> found_;
};

}  // namespace

void read_factors(TableReader in, std::array<double, 4>& factor) {
  for (const Side side : all_sides) in.number(to_string(side), factor[static_cast<std::size_t>(side)]);
  in.finish();
}

void read_initial(TableReader in, Initial& initial) {
  std::size_t side = 0;
  if (in.choice("side", names::sides, side)) initial.side = static_cast<Side>(side);
  in.number("value", initial.value);
  in.finish();
}

void read_run(TableReader in, RunPreset& run, Pause& pause) {
  in.text("scheme", run.scheme);
  in.text("form", run.form);
  if (std::array<int, 2> block{}; in.whole_pair("block", "[x, y]", block)) run.block = block;
  in.text("pause_at", pause.at);
  in.boolean("repeat", pause.repeat);
  in.finish();
}

void read_reflection(TableReader in, Reflection& reflection) {
  in.boolean("on", reflection.on);
  std::vector<std::size_t> sides;
  if (in.choices("sides", names::sides, sides)) {
    reflection.sides.emplace();
    for (const std::size_t side : sides) reflection.sides->push_back(static_cast<Side>(side));
  }
  in.integer("margin", reflection.margin);
  in.number("window", reflection.window);
  in.finish();
}

BoundaryFault read_fault(TableReader in) {
  std::size_t side = 0, kind = 0;
  in.choice("side", names::sides, side, true);
  in.choice("kind", names::faults, kind, true);
  in.finish();
  return {static_cast<Side>(side), static_cast<Fault>(kind)};
}

Variant read_variant(TableReader in) {
  Variant variant;
  in.text("name", variant.name, true);
  if (const toml::table* set = in.table("set")) {
    PathCollector paths(in);
    paths.collect(*set, "");
    variant.set = paths.take();
  }
  in.finish();
  return variant;
}

}  // namespace ez
