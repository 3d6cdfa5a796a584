#include "solver/scene/file/key_list.h"

#include <algorithm>
#include <utility>

#include "solver/scene/file/key_texts.h"

namespace ez {
namespace {

// Returns the note for keys of a gas or heat.
std::string_view of_physics(For belongs) {
  return belongs == For::gas     ? "; for a gas"
         : belongs == For::heat  ? "; for heat"
         : belongs == For::cells ? "; for a gas or heat"
                                 : "";
}

// Visits the keys of a default-constructed struct.
class KeyLister {
 public:
  KeyLister(std::vector<KeyRow>& out, std::string table, std::string kind, bool with_point)
      : out_(out),
        table_(std::move(table)),
        kind_(std::move(kind)),
        with_point_(with_point),
        texts_(Polarization::ez, true, with_point) {}

  void operator()(std::string_view name, const auto& member, const Key& key) {
    using T = std::remove_cvref_t<decltype(member)>;
    if constexpr (Table<T>)
      list(inner(name), member);
    else
      nested(name, member, key);
  }
  void kind(const auto& value) {
    KeyRow row = row_of("kind", {.required = true});
    std::string_view last;
    for (const std::string_view word : Alternatives<std::remove_cvref_t<decltype(value)>>::kinds)
      if (std::exchange(last, word) != word) row.words.emplace_back(word);
    out_.push_back(std::move(row));
  }
  template <class... A>
  void alternative(const std::variant<A...>&) {
    const auto one = [this](const auto& plain) {
      KeyLister lister(out_, table_, std::string(plain.kind), false);
      plain.fields(plain, lister);
    };
    (one(A{}), ...);
  }

 private:
  std::string inner(std::string_view name) const {
    return table_.empty() ? std::string(name) : fmt::format("{}.{}", table_, name);
  }
  template <class T>
  void list(const std::string& table, const T& plain) {
    KeyLister lister(out_, table, kind_, with_point_);
    T::fields(plain, lister);
  }
  template <Table T>
  void nested(std::string_view name, const std::vector<T>&, const Key& key) {
    if (!key.doc.empty()) {  // a list inside a table; those of the top level have only their own table
      KeyRow row = row_of(name, key);
      row.value = key.absent.empty() ? "none" : std::string(key.absent);
      out_.push_back(std::move(row));
    }
    list(inner(name), T{});
  }
  template <Table A, Table B>
  void nested(std::string_view name, std::tuple<const A&, const B&>, const Key&) {
    list(inner(name), A{});
    list(inner(name), B{});
  }
  template <class... A>
  void nested(std::string_view name, const std::variant<A...>& value, const Key& key) {
    KeyRow row = row_of(name, key);
    row.value = key.absent;
    out_.push_back(std::move(row));
    KeyLister lister(out_, inner(name), "", false);
    lister.kind(value);
    lister.alternative(value);
  }
  void nested(std::string_view name, const auto& member, const Key& key) {
    KeyRow row = row_of(name, key);
    if (!key.required) row.value = key.absent.empty() ? texts_.text(member) : std::string(key.absent);
    if (!key.required && row.value.empty()) row.value = "none";
    using T = std::remove_cvref_t<decltype(member)>;
    if constexpr (std::is_same_v<T, Quantity> || std::is_same_v<T, std::optional<Quantity>>) {
      for (const Physics p : {Physics::maxwell, Physics::gas, Physics::heat})
        for (const std::string_view word : quantity_names(Polarization::ez, p))
          if (is_for(key.belongs, p) && std::ranges::find(row.words, word) == row.words.end())
            row.words.emplace_back(word);
    } else if constexpr (std::is_enum_v<T>) {
      row.words.assign(names::words<T>.begin(), names::words<T>.end());
    }
    out_.push_back(std::move(row));
  }
  KeyRow row_of(std::string_view name, const Key& key) const {
    return {table_,
            kind_,
            std::string(name),
            key.required,
            "",
            std::string(key.unit),
            key.range.words == Range{}.words ? "" : std::string(key.range.words),
            std::string(key.doc).append(of_physics(key.belongs)),
            {key.words.begin(), key.words.end()}};
  }

  std::vector<KeyRow>& out_;
  std::string table_, kind_;
  bool with_point_;
  value_text::KeyTexts texts_;
};

}  // namespace

std::vector<KeyRow> all_keys() {
  std::vector<KeyRow> out;
  KeyLister lister(out, "", "", true);
  const Scene plain;
  Scene::fields(plain, lister);
  return out;
}

}  // namespace ez
