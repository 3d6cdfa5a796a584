// Ctrl-C and a full disk, as things to ask for instead of a sudden end.
#pragma once

namespace ez {

// From here on SIGINT and SIGTERM are remembered instead of ending the program (the second one does end it), and a
// write beyond a file-size limit is an error instead of a signal.
void catch_signals();
bool interrupted();

}  // namespace ez
