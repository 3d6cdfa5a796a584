// Tests properties of all scenes on random scenes.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "scene_generators.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Turns RapidCheck's verdict into a GoogleTest one. Its report is on stderr.
void holds(const char* what, const std::function<void()>& property) { EXPECT_TRUE(rc::check(what, property)); }

std::string errors_of(const std::vector<Message>& messages) {
  std::string out;
  for (const Message& m : messages)
    if (m.kind == Message::Kind::error) out += to_string(m) + "\n";
  return out;
}

TEST(SceneProperties, generated_scenes_are_valid) {
  holds("generated scenes are valid", [] { RC_ASSERT(errors_of(validate(generate::scene())) == ""); });
}

TEST(SceneProperties, writing_and_reading_gives_an_equal_scene) {
  holds("write, read: equal", [] {
    const Scene scene = generate::scene();
    const SceneResult again = parse_scene(write_scene(scene), "w");
    RC_ASSERT(errors_of(again.messages) == "");
    RC_ASSERT(again.scene == scene);
  });
}

TEST(SceneProperties, writing_every_default_gives_the_same_scene) {
  holds("write with defaults, read, write with defaults: equal", [] {
    const Scene scene = generate::scene();
    const std::string text = write_scene(scene, true);
    const SceneResult again = parse_scene(text, "w");
    RC_ASSERT(errors_of(again.messages) == "");
    RC_ASSERT(write_scene(*again.scene, true) == text);
    RC_ASSERT(rasterize(*again.scene) == rasterize(scene));
  });
}

TEST(SceneProperties, comments_of_one_scene_do_not_harm_another) {
  holds("scene written into another's file reads back equal", [] {
    const Scene scene = generate::scene();
    std::string original = write_scene(generate::scene(), generate::coin());
    for (std::size_t at = original.find('\n'); at != std::string::npos; at = original.find('\n', at + 14))
      if (generate::coin()) original.insert(at, "  # a remark");
    bool lost = false;
    const std::string text = write_scene_keeping_comments(scene, original, &lost);
    const SceneResult again = parse_scene(text, "w");
    RC_ASSERT(errors_of(again.messages) == "");
    RC_ASSERT(again.scene == scene);
  });
}

TEST(SceneProperties, comments_are_kept_when_nothing_changed) {
  holds("comments above and next to keys survive", [] {
    const Scene scene = generate::scene();
    const std::vector<std::string> marks = {"# top", "# grid", "# cells", "# end"};
    std::string original = marks[0] + "\n" + write_scene(scene) + marks[3] + "\n";
    original.insert(original.find("[grid]"), marks[1] + "\n");
    original.insert(original.find('\n', original.find("cells = ")), " " + marks[2]);
    bool lost = true;
    const std::string text = write_scene_keeping_comments(scene, original, &lost);
    RC_ASSERT(!lost);
    for (const std::string& mark : marks) RC_ASSERT(text.find(mark) != std::string::npos);
    RC_ASSERT(write_scene_keeping_comments(scene, text, &lost) == text);
  });
}

TEST(SceneProperties, a_variant_becomes_the_scene_it_is_edited_into) {
  holds("scene_of_variant(with_variant(scene, k, wanted), k) == wanted", [] {
    Scene scene = generate::scene();
    if (scene.variants.empty()) scene.variants.push_back({"only", {}});
    const auto k = static_cast<std::size_t>(generate::whole(0, static_cast<int>(scene.variants.size()) - 1));
    const Scene wanted = generate::edited(generate::edited(scene_of_variant(scene, k).scene.value()));
    // Edits may combine settings that exclude each other: a far field, and a side made periodic.
    RC_PRE(errors_of(parse_scene(write_scene(wanted), "wanted").messages) == "");
    const std::optional<Scene> with = with_variant(scene, k, wanted);
    RC_ASSERT(with.has_value());
    const SceneResult got = scene_of_variant(*with, k);
    RC_ASSERT(errors_of(got.messages) == "");
    RC_ASSERT(got.scene == wanted);
    // The scene itself and the other variants stay unchanged.
    Scene rest = *with;
    rest.variants[k].set = scene.variants[k].set;
    RC_ASSERT(rest == scene);
    RC_ASSERT(parse_scene(write_scene(*with), "w").scene == with);
  });
}

TEST(SceneProperties, refining_commutes_with_taking_a_variant) {
  holds("scene_of_variant(refine(scene)) == refine(scene_of_variant(scene))", [] {
    const Scene scene = generate::scene();
    const double k = generate::number(1, 3);
    const Scene fine = refine(scene, k);
    for (std::size_t v = 0; v < scene.variants.size(); ++v) {
      const Scene wanted = refine(*scene_of_variant(scene, v).scene, k);
      // Places move by less than a cell relative to the nodes, so a very short line may shrink to one node.
      const std::vector<Message> words = validate(wanted);
      const bool sound =
          std::none_of(words.begin(), words.end(), [](const Message& m) { return m.kind == Message::Kind::error; });
      const std::optional<Scene> got = scene_of_variant(fine, v).scene;
      RC_ASSERT(got.has_value() == sound);
      if (sound) RC_ASSERT(*got == wanted);
    }
  });
}

// Returns the scene's unit in metres along either axis.
Vec2 unit_of(const Scene& scene) {
  return scene.unit == Unit::cell ? cell_size(scene) : Vec2{metres(scene.unit), metres(scene.unit)};
}
Vec2 in_metres(const Scene& scene, Vec2 position) {
  const Vec2 unit = unit_of(scene);
  return {position.x * unit.x, position.y * unit.y};
}

Vec2 last_node(const Scene& scene) { return from_nodes(scene, {scene.grid.nx - 1.0, scene.grid.ny - 1.0}); }

TEST(SceneProperties, refining_keeps_metres) {
  holds("refine keeps metres", [] {
    const Scene scene = generate::scene();
    const double k = generate::number(0.3, 4);
    const Scene fine = refine(scene, k);
    RC_ASSERT(fine.grid.nx == std::lround(k * scene.grid.nx));
    RC_ASSERT(fine.grid.ny == std::lround(k * scene.grid.ny));
    RC_ASSERT(fine.boundary == scene.boundary);
    for (std::size_t n = 0; n < scene.probes.size(); ++n) {
      Vec2 before = in_metres(scene, scene.probes[n].at);
      const Vec2 after = in_metres(fine, fine.probes[n].at), last = in_metres(fine, last_node(fine));
      // A place beyond the last node moves onto it.
      const Node node = nearest_node(fine, {before.x / unit_of(fine).x, before.y / unit_of(fine).y});
      if (node.i >= fine.grid.nx) before.x = last.x;
      if (node.j >= fine.grid.ny) before.y = last.y;
      RC_ASSERT(std::abs(before.x - after.x) <= 1e-14 * std::abs(before.x) + 1e-300);
      RC_ASSERT(std::abs(before.y - after.y) <= 1e-14 * std::abs(before.y) + 1e-300);
    }
    // The same points are in the same shapes, except points on an edge.
    for (const Shape& shape : scene.shapes) {
      const Vec2 at = {generate::number(0, scene.grid.nx), generate::number(0, scene.grid.ny)};
      const bool in = contains(scene, shape, from_nodes(scene, at));
      bool on_rim = false;
      for (const double reach : {4e-6, 1e-4})
        for (const Vec2 near :
             {Vec2{1, 0}, Vec2{-1, 0}, Vec2{0, 1}, Vec2{0, -1}, Vec2{1, 1}, Vec2{1, -1}, Vec2{-1, 1}, Vec2{-1, -1}})
          on_rim |= in != contains(scene, shape, from_nodes(scene, {at.x + reach * near.x, at.y + reach * near.y}));
      const Vec2 there = from_nodes(scene, at),
                 in_fine = scene.unit == Unit::cell ? Vec2{there.x * k, there.y * k} : there;
      const Shape& fine_shape = fine.shapes[static_cast<std::size_t>(&shape - scene.shapes.data())];
      RC_ASSERT(on_rim || in == contains(fine, fine_shape, in_fine));
    }
  });
}

// Makes one of the edits that the window can make.
void edit(Scene& scene) {
  auto& shapes = scene.shapes;
  const auto any = [&] { return static_cast<std::size_t>(generate::whole(0, static_cast<int>(shapes.size()) - 1)); };
  switch (shapes.empty() ? 0 : generate::whole(0, 6)) {
    case 0:
      shapes.push_back(generate::shape(scene));
      break;
    case 1:
      shapes.erase(shapes.begin() + static_cast<std::ptrdiff_t>(any()));
      break;
    case 2:
      shapes[any()].geometry = generate::geometry(scene);
      break;
    case 3:
      shapes[any()].material = generate::material_name(scene);
      break;
    case 4:
      std::swap(shapes[any()], shapes[any()]);
      break;
    case 5:
      scene.materials.insert(scene.materials.begin(), Material{});
      scene.materials[0].name = fmt::format("new {}", scene.materials.size());
      break;
    default:
      scene.grid.background = generate::material_name(scene);
      break;
  }
}

TEST(SceneProperties, dirty_rectangles_redraw_exactly_the_changes) {
  holds("incremental rasterising equals full rasterising", [] {
    Scene scene = generate::scene();
    NodeMap map = rasterize(scene);
    for (int k = generate::whole(1, 6); k > 0; --k) {
      const Scene before = scene;
      for (int n = generate::whole(1, 3); n > 0; --n) edit(scene);
      rasterize(scene, dirty_rect(before, scene), map);
      RC_ASSERT(map == rasterize(scene));
    }
  });
}

TEST(SceneProperties, the_map_and_the_mouse_agree) {
  holds("a node belongs to the last shape that contains it", [] {
    const Scene scene = generate::scene();
    const NodeMap map = rasterize(scene);
    const auto palette = palette_of(scene);
    for (int n = 0; n < 30; ++n) {
      const int i = generate::whole(0, scene.grid.nx - 1), j = generate::whole(0, scene.grid.ny - 1);
      std::string want = scene.grid.background;
      if (want.empty()) want = scene.states.front().name;
      for (const Shape& shape : scene.shapes) {
        const bool in = contains(scene, shape, from_nodes(scene, {double(i), double(j)}));
        if (in) want = material_of(scene, shape, from_nodes(scene, {double(i), double(j)}));
        const NodeRect box = bounds(scene, shape);
        if (in) RC_ASSERT(i >= box.i0 && i < box.i1 && j >= box.j0 && j < box.j1);
      }
      RC_ASSERT(palette[map.material_at(i, j)].name == want);
    }
  });
}

TEST(SceneProperties, damaged_text_never_throws) {
  holds("damaged text gives a scene or messages", [] {
    std::string text = write_scene(generate::scene(), generate::coin());
    for (int k = generate::whole(1, 8); k > 0; --k) {
      const auto at = static_cast<std::size_t>(generate::whole(0, static_cast<int>(text.size()) - 1));
      const auto other = static_cast<std::size_t>(generate::whole(0, static_cast<int>(text.size()) - 1));
      switch (generate::whole(0, 3)) {
        case 0:
          text[at] = static_cast<char>(generate::whole(0, 255));
          break;
        case 1:
          text.erase(at, 1 + other % 40);
          break;
        case 2:
          text.insert(at, text.substr(other, 30));
          break;
        default:
          text.insert(at, *rc::gen::element<std::string>("nan", "[", "]]", "\"", "\n", "= ", "-1e999", "9", "{", "[["));
          break;
      }
      if (text.empty()) text = " ";
    }
    const SceneResult result = parse_scene(text, "t", {{"source.0.amplitude", "2"}});
    RC_ASSERT(result.scene.has_value() == errors_of(result.messages).empty());
    if (result.scene) {
      RC_ASSERT(errors_of(validate(*result.scene)) == "");
      RC_ASSERT(parse_scene(write_scene(*result.scene), "w").scene == result.scene);
    }
    for (const Message& m : result.messages) RC_ASSERT(!m.text.empty());
    bool lost = false;
    write_scene_keeping_comments(Scene{}, text, &lost);
  });
}

}  // namespace
}  // namespace ez
