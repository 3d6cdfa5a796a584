// The kernel lab in a session: chooses kernels and measures them.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> kernel_lab_part(const SessionHost& host);

}  // namespace ez
