// The boundary lab's part of a session: the search for a grading, the energy ledger, and the report.
#pragma once

#include "app/features/session_part.h"

namespace ez {

std::unique_ptr<SessionPart> boundary_lab_part(const SessionHost& host);

}  // namespace ez
