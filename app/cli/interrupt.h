// Ctrl-C, a closed terminal and a full disk, as things to ask for instead of a sudden end.
#pragma once

#include <string>

namespace ez {

// From here on SIGINT, SIGTERM and SIGHUP are remembered instead of ending the program (a second SIGINT or SIGTERM does
// end it; a SIGHUP that was ignored stays so), and a write beyond a file-size limit is an error instead of a signal.
void catch_signals();
bool interrupted();

// Until catch_signals(), SIGINT, SIGTERM and SIGHUP end the program at once, with the exit code of an interruption and
// this line (of at most 255 bytes). For what takes long and has nothing to lose: a large grid that is set up, a large
// picture that is drawn and packed, a speed that is measured.
void end_at_signals(const std::string& last_words);

}  // namespace ez
