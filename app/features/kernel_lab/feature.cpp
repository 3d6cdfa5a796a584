// The kernel lab shows how fast each kernel runs on this machine, and why.
#include "app/features/feature.h"
#include "app/features/kernel_lab/cards/cards.h"
#include "app/features/kernel_lab/log.h"
#include "app/features/kernel_lab/memory.h"
#include "app/features/kernel_lab/session.h"
#include "app/ui/windows.h"

namespace ez {
namespace {

void draw(const Context& c) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, c.t().canvas);
  if (begin_fixed("Kernels", c.memory.picture)) draw_kernel_lab(c);
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace

Feature kernel_lab_feature() {
  return {.model = {.commands = kernel_lab_commands(), .workspace = Workspace::kernel_lab},
          .ui = {.view = WorkspaceView{.workspace = Workspace::kernel_lab,
                                       .name = "Kernel lab",
                                       .id = "##kernel_lab",
                                       .key = "F4",
                                       .icon = icon::kernel_lab,
                                       .has_pictures = false,
                                       .has_panel = false,
                                       .draw_windows = draw},
                 .performance_rows = scheme_rows,
                 .begin = [](const Context& c) { c.memory.of<KernelMemory>().map = {}; }},
          .part = kernel_lab_part};
}

}  // namespace ez
