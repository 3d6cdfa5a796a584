// The timeline in a session: takes the runs back in time and forward again.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> timeline_part(const SessionHost& host);

}  // namespace ez
