// Carries out the kernel lab's commands. Kernels are not part of the scene, so choosing them is not undone. The scene
// that a scheme needs is an ordinary edit.
#include <fmt/format.h>

#include <filesystem>

#include "app/features/kernel_lab/commands.h"
#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/services.h"
#include "app/features/kernel_lab/state.h"
#include "app/model/update.h"
#include "app/model/update_parts.h"
#include "solver/base/text_with.h"

namespace ez {

void on(State& s, Services& x, const command::SetScheme& c) {
  const SchemeFacts* facts = find_scheme(c.choice.name);
  const int forms = facts ? std::max<int>(1, static_cast<int>(facts->forms.size())) : 0;
  if (c.choice.form < 0 || c.choice.form >= forms)
    add_note(s, Note::Kind::warning, text_with("Unknown kernel scheme: {} {}.", c.choice.name, c.choice.form), x.now());
  else
    x.of<KernelLabServices>().set_scheme(c.choice);
}

void on(State& s, Services& x, const command::NearestScene& c) {
  const SchemeFacts* facts = find_scheme(c.name);
  if (!facts) return;
  // The scene is not changed for kernels that could not run even then.
  const auto row = static_cast<std::size_t>(scheme_index(c.name));
  if (row < s.of<KernelState>().schemes.size())
    if (const SchemeState& k = s.of<KernelState>().schemes[row]; !k.why.empty() && !k.scene)
      return add_note(s, Note::Kind::warning, text_with("{} cannot run here: {}", facts->name, k.why), x.now());
  const Text what = text_with("adapt scene to {}", facts->name);
  if (s.scene.variants.empty()) {
    edit_scene(s, x, nearest_scene(*facts, s.scene), what);
  } else {
    const auto k = static_cast<std::size_t>(s.active);
    const SceneResult pane = scene_of_variant(s.scene, k);
    const auto edited = pane.scene ? with_variant(s.scene, k, nearest_scene(*facts, *pane.scene)) : std::nullopt;
    if (!edited) {
      add_note(s, Note::Kind::warning, "This pane cannot be adapted alone.", x.now());
      return;
    }
    edit_scene(s, x, *edited, what);
  }
  if (facts->live) x.of<KernelLabServices>().set_scheme({std::string(facts->name), 0});
}

void on(State& s, Services& x, const command::StartSweep& c) {
  if (s.frozen) {
    add_note(s, Note::Kind::warning, "Cannot measure: the field is frozen. Restart or undo first.", x.now());
    return;
  }
  const Text why = x.of<KernelLabServices>().start_sweep(c.kind);
  if (why.empty())
    s.running = true;  // measuring needs a running field
  else
    add_note(s, Note::Kind::warning, why, x.now());
}

void on(State&, Services& x, const command::CancelSweep&) { x.of<KernelLabServices>().cancel_sweep(); }

void on(State& s, Services& x, const command::AdoptBlock& c) {
  x.of<KernelLabServices>().cancel_sweep();
  update(s, command::SetBlock{c.block}, x);
}

void on(State& s, Services& x, const command::ExportSweep& c) {
  using As = command::ExportSweep::As;
  const char* suffix = c.as == As::csv ? ".csv" : ".png";
  std::filesystem::path path = c.path;
  if (path.empty())
    path = x.fresh_name("ezscope-" + scene_name(s) + "-blocks", suffix);
  else if (path.extension() != suffix)
    path += suffix;
  if (c.as == As::png) return x.of<KernelLabServices>().save_block_map_picture(path);
  const Text error = x.of<KernelLabServices>().save_block_map(path);
  note_file_written(s, x, path, error);
}

}  // namespace ez
