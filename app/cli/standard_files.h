// Standard input, output and error, as inherited from the parent process.
#pragma once

namespace ez {

// Opens /dev/null in place of each closed standard file. Otherwise a file opened later could get its descriptor, and
// messages would be written into that file. Writing to such an output fails. Call it before opening any file.
void open_missing_standard_files();
// Call it at the end. Returns the exit code. If results could not be written to standard output, reports that and
// returns a failure.
int check_results_delivered(int code);

}  // namespace ez
