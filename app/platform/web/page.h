// What the page around the canvas does for the program (assets/web/page.js). Each call returns at once.
#pragma once

#include <string>

namespace ez::page {

// The page downloads every file that appears in this folder.
inline const std::string downloads = "/downloads";

void set_title(const std::string& title);
void set_cursor(const char* css);  // a value of the CSS property cursor
void copy(const std::string& text);
void show_keyboard(bool on);  // the keyboard on the screen of a device without another
void set_full_screen(bool on);
// Lets the user choose a file of these types (a list for the attribute accept). The answer is its path, or "" if none
// is chosen.
void choose_file(const std::string& types);
// Fetches a file next to the page into the file system; nothing happens if it is there or on its way.
void fetch(const std::string& url, const std::string& path);
// Shows that the program has ended.
void ended();

// The chosen file since the last call: none, "" (the user chose none) or a path.
bool take_chosen(std::string& path);

}  // namespace ez::page
