// Turns Ctrl-C, a closed terminal and a file-size limit into conditions that the program can query, instead of a sudden
// end.
#pragma once

#include <chrono>
#include <string>

namespace ez {

// Remembers SIGINT, SIGTERM and SIGHUP instead of ending the program. A write beyond a file-size limit becomes an error
// instead of a signal. If SIGHUP was ignored, it stays so.
//
// The program cannot be blocked for long. If nobody calls interrupted() within `patience` after the signal, because the
// program computes or waits, it ends with `last_words` (at most 255 bytes) and drops the files it was writing. A second
// SIGINT or SIGTERM has the same effect.
void catch_signals(const std::string& last_words = "interrupted; unfinished files are not written",
                   std::chrono::milliseconds patience = std::chrono::milliseconds(700));
// Does the same for the window, with more patience, because one slow frame is no reason to end it.
void catch_signals_of_window();
bool interrupted();

// Lets SIGINT, SIGTERM and SIGHUP end the program at once until catch_signals() is called. It then exits with the code
// of an interruption and prints `last_words` (at most 255 bytes). For slow work with nothing to lose: setting up a
// large grid, drawing and compressing a large picture, measuring a speed.
void end_at_signals(const std::string& last_words);

}  // namespace ez
