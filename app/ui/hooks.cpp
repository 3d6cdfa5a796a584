#include "app/ui/hooks.h"

namespace ez {

const WorkspaceView* workspace_view(Workspace workspace) {
  for (const UiHooks& h : ui_hooks())
    if (h.view && h.view->workspace == workspace) return &*h.view;
  return nullptr;
}

}  // namespace ez
