#include "app/session/plain_pictures.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace ez {

Commands PlainPictures::draw(Interface& interface) {
  drawn_ = !wanted_.empty();
  if (!drawn_) return interface.draw(state_, false);
  std::deque<Note> notes;
  std::vector<Message> problems;
  notes.swap(state_.notes), problems.swap(state_.problems);
  Commands commands = interface.draw(state_, std::ranges::any_of(wanted_, &PlainPicture::head));
  notes.swap(state_.notes), problems.swap(state_.problems);
  return commands;
}

void PlainPictures::save(Window& window, const Interface& interface) {
  if (!std::exchange(drawn_, false)) return;
  for (const PlainPicture& picture : std::exchange(wanted_, {})) picture.save(window, interface);
}

}  // namespace ez
