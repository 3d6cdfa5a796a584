// The user's actions in a lesson, as a command of the window.
#pragma once

#include <string>
#include <vector>

#include "app/model/command.h"
#include "solver/scene/place.h"

namespace ez {
namespace command {

struct Learn {
  enum class What {
    // opens the lesson `text` at the card where it was left; asks if there are unsaved changes, unless confirmed
    open,
    go,       // goes to the card `number`, counted from 1; one more than the last is the end page
    choose,   // chooses the answer `number`, counted from 1
    answer,   // answers with `number`, in the question's unit
    pencil,   // starts drawing with the mouse, or stops it (number 0)
    draw,     // sets the line to `points`, in the unit of the scene
    submit,   // submits the drawn line as the answer
    hint,     // shows the hint
    reveal,   // gives up and shows the answer
    reached,  // reports that the goal is reached
    again,    // restores the card's scene
    student,  // sets the student's name to `text`
    hand_in,  // saves the answers to `text`, or to a name made from the lesson's if `text` is empty
    close
  } what = What::open;
  std::string text = {};
  double number = 0;
  std::vector<Vec2> points = {};
  bool confirmed = false;
  std::vector<std::string> reads = {};  // for open: files outside its folder that the user allows the lesson to read
};

}  // namespace command

void on(State& s, Services& x, const command::Learn& c);

}  // namespace ez
