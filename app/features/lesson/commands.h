// What a student does with a lesson: a command of the window.
#pragma once

#include <string>
#include <vector>

#include "app/model/command.h"
#include "solver/scene/place.h"

namespace ez {
namespace command {

struct Learn {
  enum class What {
    open,     // the lesson `text`, where it was left; asks when there are unsaved changes, unless confirmed
    go,       // to the card `number`, counted from 1; one more than there are is the end
    choose,   // the answer `number` of a choice, counted from 1
    answer,   // `number`, of a number in the question's unit
    pencil,   // the mouse draws from now on, or no more (number 0)
    draw,     // the line is now `points`, in the unit of the scene
    submit,   // the line that is drawn is the answer
    hint,     // is shown
    reveal,   // the answer is shown, given up
    reached,  // the goal is
    again,    // the card's scene as it was given
    student,  // is called `text`
    hand_in,  // writes the answers: to `text`, or where that is empty to a name made from the lesson's
    close
  } what = What::open;
  std::string text = {};
  double number = 0;
  std::vector<Vec2> points = {};
  bool confirmed = false;
  std::vector<std::string> reads = {};  // of open: files outside its folder that the user lets the lesson read
};

}  // namespace command

void on(State& s, Services& x, const command::Learn& c);

}  // namespace ez
