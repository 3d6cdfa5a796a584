// The window's workspaces.
#pragma once

namespace ez {

enum class Workspace { explore, boundary_lab, kernel_lab };

}  // namespace ez
