#include "app/features/film/film_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <utility>

#include "app/features/film/filming.h"
#include "app/features/film/log.h"
#include "app/model/update.h"
#include "app/platform/sequence.h"
#include "solver/base/memory.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr std::chrono::seconds patience{8};  // longest time that the window may block when a video ends
constexpr const char* other_size = "The recording ended because the picture changed its size.";

}  // namespace

void FilmKeeper::start(const std::string& path, int width, int height) {
  if (on()) return;
  std::string name = path;
  if (std::filesystem::path(path).extension().empty()) {
    name = services_.fresh_name(path, ".mp4");
    const bool there = log_.record_or_replay("encoder", [&] { return why_film_is_impossible(name).empty(); });
    if (!there || encoder_failed_) {
      constexpr std::string_view first = "_00000.png";
      name = services_.fresh_name(path, std::string(first));
      name.replace(name.size() - first.size(), first.size(), "_%05d.png");
      add_note(
          state_, Note::Kind::warning,
          there ? "ffmpeg failed before. The recording is saved as numbered images."
                : "ffmpeg not found. The recording is saved as numbered images; install the package ffmpeg for .mp4.",
          services_.now());
    }
  }
  if (!is_film(name))
    return failed(text_with("{} is not a video file name; use FILE.mp4, FILE.gif, FILE.webp or FILE_%05d.png", name));
  Filming filming;
  const Text why = log_.record_or_replay("film", [&]() -> Text {
    try {
      if (Text refused = why_overwrites_(name); !refused.empty()) return refused;
      film_ = std::make_unique<Film>(name, width, height, filming.fps, patience);
      return {};
    } catch (const std::exception& e) {
      return text_of_error(e);
    }
  });
  if (!why.empty()) return failed(why);
  filming.on = true;
  filming.path = services_.full_path(name);
  state_.of<Filming>() = std::move(filming);
  width_ = width;
  height_ = height;
  owed_ = 0;
  last_ = next_ = services_.now();
}

Text FilmKeeper::end() {
  if (!on()) return {};
  const FilmEnd end = log_.record_or_replay("filmed", [&]() -> FilmEnd {
    try {
      film_->finish();
      return {{}, film_->bytes()};
    } catch (const std::exception& e) {
      return {text_of_error(e), 0};
    }
  });
  if (!end.why.empty()) {
    failed(end.why);
    return end.why;
  }
  add_note(state_, Note::Kind::news,
           text_with("Saved {}: {:.1f} s, {}", state_.of<Filming>().path, state_.of<Filming>().seconds(),
                     human_bytes(end.bytes)),
           services_.now());
  film_.reset();
  state_.of<Filming>() = {};
  return {};
}

void FilmKeeper::failed(const Text& why) {
  encoder_failed_ |= state_.of<Filming>().frames > 0 && !numbered(state_.of<Filming>().path, 0);
  film_.reset();
  state_.of<Filming>() = {};
  add_note(state_, Note::Kind::error, why, services_.now(), "film");
}

bool FilmKeeper::is_due(bool paced) {
  if (!paced) return true;
  const double now = services_.now(), between = 1 / state_.of<Filming>().fps;
  if (now < next_ - between / 4) return false;
  if (!log_.record_or_replay_unless(true, "room", [&] { return film_->is_ready(); })) return false;
  next_ = std::max(next_ + between, now + between / 2);
  return true;
}

int FilmKeeper::steps(double steps_per_second) {
  constexpr double most = 1e6;
  owed_ += std::min(steps_per_second / state_.of<Filming>().fps, most);
  const double whole = std::floor(owed_);
  owed_ -= whole;
  return static_cast<int>(whole);
}

// Adds a frame. Returns an empty text, or why the video cannot continue.
Text FilmKeeper::added(Image picture) {
  if (picture.width != width_ || picture.height != height_) return other_size;
  try {
    film_->add(std::move(picture));
    return {};
  } catch (const std::exception& e) {
    return text_of_error(e);
  }
}

void FilmKeeper::add(Image picture) {
  const Text why = log_.record_or_replay_unless(Text(), "unfilmed", [&] { return added(std::move(picture)); });
  if (why == Text(other_size)) {
    add_note(state_, Note::Kind::news, why, services_.now());
    end();
    return;
  }
  if (!why.empty()) return failed(why);
  Filming& f = state_.of<Filming>();
  ++f.frames;
  if (film_) f.bytes = film_->bytes();
  const double now = services_.now(), passed = std::max(now - last_, 1e-6);
  last_ = now;
  constexpr double smooth = 0.05;
  f.pace = 1 / (1 / f.pace + smooth * (passed * f.fps - 1 / f.pace));
}

}  // namespace ez
