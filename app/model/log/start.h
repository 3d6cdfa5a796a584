// What a session's log begins with, and what the world answers a session, where that has no type of its own.
#pragma once

#include <string>

#include "app/platform/files.h"
#include "app/platform/option_text.h"
#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

struct SessionStart {
  std::string version;      // of the program
  std::string backend;      // the engine, as --backend names it
  int threads = 0;          // asked for, of the CPU engine; 0: all cores
  PixelSize size;           // of the window
  bool scripted = false;    // so many frames were asked for: each counts as 1/60 s
  int steps_per_frame = 0;  // that were asked for; 0: the speed decided
  bool welcome = false;     // no scene was named: the first time the start page lies over it
  Settings settings;
  std::string path, builtin;  // where the scene came from
  std::string lesson;         // that was opened, and its card
  int card = 0;
  Scene scene;
};

struct ReadPicture {
  std::string why;  // it cannot be read; empty: it could
  GreyPicture picture;
};

struct FilmEnd {
  Text why;  // it is not written; empty: it is
  double bytes = 0;
};

}  // namespace ez
