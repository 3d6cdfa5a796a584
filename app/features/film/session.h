// Video recording in a session.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> film_part(const SessionHost& host);

}  // namespace ez
