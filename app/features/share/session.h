// Saves the web page of a scene, in a session.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> share_part(const SessionHost& host);

}  // namespace ez
