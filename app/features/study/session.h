// The session's part of experiments of several runs.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> study_part(const SessionHost& host);

}  // namespace ez
