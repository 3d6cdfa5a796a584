// Readings of a run as Python dictionaries. The package makes its own types of them. Call these with the GIL.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <vector>

#include "solver/measure/check_watch.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/problem/energy_ledger.h"
#include "solver/scene/check.h"

namespace ez::python {

namespace nb = nanobind;

// Returns the parts of a reading that its kind has, as arrays by name.
nb::dict dict_of(const MonitorReading& m);
// Returns the ledger's amounts in J per metre of height.
nb::dict dict_of(const EnergyLedger& e);
// Returns a row for each check. `unstable`: why the run cannot be trusted; empty: it can.
nb::list rows_of(const std::vector<Check>& checks, const std::vector<CheckReading>& readings,
                 const std::string& unstable);

}  // namespace ez::python
