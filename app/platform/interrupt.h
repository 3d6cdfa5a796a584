// Ctrl-C, a closed terminal and a full disk, as things to ask for instead of a sudden end.
#pragma once

#include <chrono>
#include <string>

namespace ez {

// From here on SIGINT, SIGTERM and SIGHUP are remembered instead of ending the program, and a write beyond a file-size
// limit is an error instead of a signal. A SIGHUP that was ignored stays so.
//
// Nothing can hold the program up: if nobody asks interrupted() within `patience` of the signal, because something
// computes or waits, the program ends with these words (of at most 255 bytes), without the files that it was writing.
// So does a second SIGINT or SIGTERM.
void catch_signals(const std::string& last_words = "interrupted; nothing more is written",
                   std::chrono::milliseconds patience = std::chrono::milliseconds(700));
// The same for the window, with more patience: one slow frame is no reason to end it.
void catch_signals_of_window();
bool interrupted();

// Until catch_signals(), SIGINT, SIGTERM and SIGHUP end the program at once, with the exit code of an interruption and
// this line (of at most 255 bytes). For what takes long and has nothing to lose: a large grid that is set up, a large
// picture that is drawn and packed, a speed that is measured.
void end_at_signals(const std::string& last_words);

}  // namespace ez
