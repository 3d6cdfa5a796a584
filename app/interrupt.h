// Ctrl-C, a closed terminal and a full disk, as things to ask for instead of a sudden end.
#pragma once

namespace ez {

// From here on SIGINT, SIGTERM and SIGHUP are remembered instead of ending the program (a second SIGINT or SIGTERM does
// end it; a SIGHUP that was ignored stays so), and a write beyond a file-size limit is an error instead of a signal.
void catch_signals();
bool interrupted();

}  // namespace ez
