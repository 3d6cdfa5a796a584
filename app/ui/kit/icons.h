// Font Awesome 6 solid, by what they mean here.
#pragma once

#include <cstdint>

namespace ez::icon {

enum : std::uint16_t {
  none = 0,
  reset = 0xf049,
  run = 0xf04b,
  pause = 0xf04c,
  step = 0xf051,
  full_speed = 0xf050,
  select = 0xf245,
  brush = 0xf1fc,
  erase = 0xf12d,
  rectangle = 0xf0c8,  // drawn as an outline: the solid one reads as "stop"
  circle = 0xf111,     // drawn as an outline: the solid one reads as "record"
  wall = 0xe4c7,       // drawn: a straight stroke between two ends
  source = 0xf519,
  probe = 0xf05b,
  measure = 0xf545,
  ruler = 0xf547,
  undo = 0xf0e2,
  redo = 0xf01e,
  camera = 0xf030,
  full_screen = 0xf065,
  leave_full_screen = 0xf066,
  sun = 0xf185,
  moon = 0xf186,
  help = 0xf059,
  more = 0xf141,
  down = 0xf078,
  up = 0xf077,
  right = 0xf054,
  plus = 0x2b,
  close = 0xf00d,
  check = 0xf00c,
  lock = 0xf023,
  unlock = 0xf09c,
  good = 0xf058,
  bad = 0xf057,
  warning = 0xf071,
  info = 0xf05a,
  open = 0xf07c,
  save = 0xf0c7,
  file = 0xf15b,
  folder = 0xf07b,
  table = 0xf00a,
  copy = 0xf0c5,
  duplicate = 0xf24d,
  trash = 0xf1f8,
  download = 0xf019,
  fit = 0xf31e,
  scene = 0xf61f,
  materials = 0xf5fd,
  boundaries = 0xf84c,
  view = 0xf06e,
  performance = 0xf625,
  explore = 0xf83e,
  boundary_lab = 0xf009,
  kernel_lab = 0xf2db,
  best = 0xf005,
  paper = 0xf02d,
  angles = 0xf201,
  profile = 0xf1de,
  fault = 0xf188,
  ledger = 0xf24e,
  optimise = 0xe2ca,
};

}  // namespace ez::icon
