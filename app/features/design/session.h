// The session's part of designs: the live design drives the session's own run, which is its forward run.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> design_part(const SessionHost& host);

}  // namespace ez
