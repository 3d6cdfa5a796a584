// Lessons in a session: their files, and the saved answers.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> lesson_part(const SessionHost& host);

}  // namespace ez
