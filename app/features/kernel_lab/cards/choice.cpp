// The panel's choice of kernels: scheme and form. If a scheme cannot run the scene, it shows why and offers the nearest
// scene that it can run. Items, within the section's ID:
//   ##scheme ##form (combos)  ##nearest
#include <fmt/format.h>

#include "app/features/kernel_lab/cards/cards.h"
#include "app/features/kernel_lab/commands.h"
#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/memory.h"
#include "app/features/kernel_lab/state.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

const SchemeState* state_of(const KernelState& k, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < k.schemes.size() ? &k.schemes[static_cast<std::size_t>(index)]
                                                                          : nullptr;
}

void choose(const Context& c, const SchemeFacts& facts, const SchemeState& state) {
  if (state.why.empty()) {
    c.memory.of<KernelMemory>().asked.clear();
    c.send(command::SetScheme{{std::string(facts.name), 0}});
  } else {
    c.memory.of<KernelMemory>().asked = facts.name;
  }
}

void refused(const Context& c) {
  std::string& asked = c.memory.of<KernelMemory>().asked;
  const SchemeState* state = state_of(c.state.of<KernelState>(), scheme_index(asked));
  if (!state || state->why.empty()) return asked.clear();
  warning(c.look, c.say("{} cannot run this scene: {}", asked, state->why));
  if (!state->scene) return;
  if (button(c.look, "##nearest", "Adapt scene", 0, false, ImGui::GetContentRegionAvail().x)) {
    c.send(command::NearestScene{asked});
    asked.clear();
  }
  tip(c.look, "Changes only what prevents this scheme from running, and runs it. The change can be undone");
}

}  // namespace

void scheme_rows(const Context& c) {
  const KernelState& k = c.state.of<KernelState>();
  const SchemeFacts* now = find_scheme(k.scheme.name);
  if (!now || k.schemes.empty()) return;
  float w = row(c.look, "Kernels");
  if (begin_combo(c.look, "##scheme", now->name, w)) {
    for (std::size_t i = 0; i < all_schemes().size() && i < k.schemes.size(); ++i) {
      const SchemeFacts& facts = all_schemes()[i];
      if (!facts.live) continue;
      const SchemeState& state = k.schemes[i];
      const bool hopeless = !state.why.empty() && !state.scene;  // cannot run any scene
      const std::string why = c.tr(state.why);
      ImGui::BeginDisabled(hopeless);
      if (combo_item(c.look, facts.name, &facts == now, 0,
                     state.why.empty() ? facts.paper
                     : hopeless        ? std::string_view(why)
                                       : "cannot run this scene"))
        choose(c, facts, state);
      ImGui::EndDisabled();
      tip(c.look, why.empty() ? fmt::format("{}: {}", c.tr(facts.title), c.tr(facts.idea)) : why);
    }
    ImGui::EndCombo();
  } else {
    tip(c.look,
        c.say("{}, {}: {}. Choosing another scheme keeps the field", c.tr(now->title), now->paper, c.tr(now->idea)));
  }
  if (!now->forms.empty()) {
    w = row(c.look, "Form");
    const auto words = [&](std::size_t v) { return now->forms[v % now->forms.size()]; };
    const auto form = static_cast<std::size_t>(k.scheme.form);
    const std::string value = k.note.empty() ? std::string(words(form)) : fmt::format("{}: {}", words(form), k.note);
    if (begin_combo(c.look, "##form", value, w)) {
      for (std::size_t v = 0; v < now->forms.size(); ++v) {
        const SchemeState* state = state_of(k, scheme_index(k.scheme.name));
        const std::string why = state ? state->why_not_form(static_cast<int>(v)) : std::string();
        ImGui::BeginDisabled(!why.empty());
        if (combo_item(c.look, words(v), v == form)) c.send(command::SetScheme{{k.scheme.name, static_cast<int>(v)}});
        ImGui::EndDisabled();
        if (!why.empty()) tip(c.look, why);
      }
      ImGui::EndCombo();
    } else {
      tip(c.look, "Selects how the scheme divides its work among kernels. All forms give the same field");
    }
  }
  if (!c.memory.of<KernelMemory>().asked.empty()) refused(c);
}

}  // namespace ez
