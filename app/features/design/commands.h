// Commands of designs.
#pragma once

#include <optional>

#include "app/model/command.h"
#include "solver/design/structure.h"

namespace ez {
namespace command {

struct AddDesign {};  // adds a design whose region is in the middle of the grid
struct RunDesign {    // starts the live design, or pauses it
  bool on = true;
};
struct StepDesign {};      // makes one improvement
struct ResetDesign {};     // removes the structure, so that the design starts again
struct PaintStructure {    // paints a material along a line in the region, which the design then improves
  Vec2 from, to;           // nodes of the grid
  double radius = 6;       // nodes
  bool is_second = false;  // the second material, otherwise the first
};
struct ShowGains {  // shows on the picture where more of the second material would help
  bool on = true;
};
struct FinishDesign {};  // runs a design by pulses in the background, from the present structure
struct CancelFinish {};

// From the session
struct ShowStructure {  // the structure has changed
  int generation = 0;   // of the structure, see DesignState. An older one is ignored
  bool begins = false;  // the scene does not have it yet. Otherwise it is ignored if its picture was undone
  GreyPicture picture;
  std::optional<DesignIteration> made;  // the improvement that changed it; empty: it was painted
};
struct StopDesign {
  Text why;
};
struct TakeDesign {  // the background design has ended
  Scene scene;       // with the structure as polygons
  double value = 0;  // of the goal for the polygons, and on a grid twice as fine
  double fine_value = 0;
  double feature = 0;  // diameter of the smallest detail, in the scene's unit
};

}  // namespace command

void on(State& s, Services& x, const command::AddDesign& c);
void on(State& s, Services& x, const command::RunDesign& c);
void on(State& s, Services& x, const command::StepDesign& c);
void on(State& s, Services& x, const command::ResetDesign& c);
void on(State& s, Services& x, const command::PaintStructure& c);
void on(State& s, Services& x, const command::ShowGains& c);
void on(State& s, Services& x, const command::FinishDesign& c);
void on(State& s, Services& x, const command::CancelFinish& c);
void on(State& s, Services& x, const command::ShowStructure& c);
void on(State& s, Services& x, const command::StopDesign& c);
void on(State& s, Services& x, const command::TakeDesign& c);

}  // namespace ez
