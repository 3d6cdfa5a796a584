#include "solver/scene/file/number_key.h"

#include <vector>

#include "solver/scene/file/document.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// Collects the differing values of two documents. A difference that is no number makes the result useless.
struct Differences {
  std::vector<NumberKey> numbers;
  bool others = false;

  void compare(const std::string& path, const toml::node& was, const toml::node* now) {
    if (now == nullptr || was.type() != now->type()) {
      const bool both = now != nullptr && was.is_number() && now->is_number();
      both ? add(path, was) : void(others = true);
    } else if (const toml::table* table = was.as_table()) {
      others |= table->size() != now->as_table()->size();
      for (const auto& [key, value] : *table)
        compare(joined(path, std::string(key.str())), value, now->as_table()->get(key.str()));
    } else if (const toml::array* list = was.as_array()) {
      others |= list->size() != now->as_array()->size();
      for (std::size_t k = 0; k < list->size(); ++k)
        compare(joined(path, std::to_string(k)), *list->get(k), now->as_array()->get(k));
    } else if (was.is_number()) {
      if (*was.value<double>() != *now->value<double>()) add(path, was);
    } else if (const auto text = was.value<std::string>(); text) {
      others |= text != now->value<std::string>();
    } else {
      others |= was.value<bool>() != now->value<bool>();
    }
  }

 private:
  static std::string joined(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + "." + key;
  }
  void add(const std::string& path, const toml::node& was) { numbers.push_back({path, *was.value<double>()}); }
};

}  // namespace

std::optional<NumberKey> differing_number(const Scene& scene, const Scene& edited) {
  Scene a = scene, b = edited;
  a.variants.clear();
  b.variants.clear();
  toml::table before, after;
  if (parse_document(write_scene(a, true), "", before) || parse_document(write_scene(b, true), "", after))
    return std::nullopt;
  Differences found;
  found.compare("", before, &after);
  if (found.others || found.numbers.size() != 1) return std::nullopt;
  return found.numbers.front();
}

}  // namespace ez
