// The first entry of a session log, and answers of the services that have no other type.
#pragma once

#include <string>

#include "app/platform/files.h"
#include "app/platform/option_text.h"
#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

struct SessionStart {
  std::string version;      // of the program
  std::string backend;      // name of the engine, as for --backend
  int threads = 0;          // requested threads of the CPU engine; 0: all cores
  PixelSize size;           // of the window
  bool scripted = false;    // a fixed number of frames was requested: each counts as 1/60 s
  int steps_per_frame = 0;  // the requested steps per frame; 0: the speed decides
  bool welcome = false;     // no scene was named, so that the start page appears at first
  Settings settings;
  std::string path, builtin;  // origin of the scene
  std::string lesson;         // the opened lesson and its card
  int card = 0;
  Scene scene;
};

struct ReadPicture {
  std::string why;  // why the picture cannot be read; empty: it was read
  GreyPicture picture;
};

struct FilmEnd {
  Text why;  // why the file was not written; empty: it was
  double bytes = 0;
};

}  // namespace ez
