// Standard input, output and error, as whoever started the program left them.
#pragma once

namespace ez {

// Before anything is opened: a standard file that is closed is put on /dev/null, so that no file of ours takes its
// number and is written into. What is written to such an output fails.
void hold_standard_files();
// At the end: the exit code, which is no success when results did not arrive on standard output. Says so.
int with_results_delivered(int code);

}  // namespace ez
