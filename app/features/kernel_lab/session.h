// The kernel lab, in a session: which kernels run, and what is measured of them.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> kernel_lab_part(const SessionHost& host);

}  // namespace ez
