// A video that the browser encodes, in real time: it lasts as long as the recording did.
#include "app/platform/film.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "app/platform/sequence.h"
#include "app/platform/web/page.h"

// clang-format off
EM_JS(int, ez_film_is_possible, (), { return Module.page.film.isPossible() ? 1 : 0; });
EM_JS(void, ez_film_begin, (int width, int height, double fps), { Module.page.film.begin(width, height, fps); });
EM_JS(void, ez_film_add, (const void* pixels), { Module.page.film.add(pixels); });
EM_JS(double, ez_film_bytes, (), { return Module.page.film.bytes(); });
EM_JS(void, ez_film_end, (const char* name), { Module.page.film.end(UTF8ToString(name)); });
// clang-format on

namespace ez {

class Film::Encoder {};
class Film::Writer {};

bool is_film(const std::string& path) { return path.ends_with(".mp4"); }

std::string why_film_is_impossible(const std::string& path) {
  if (numbered(path, 0)) return "a browser cannot save a sequence of images; record a video";
  return ez_film_is_possible() != 0
             ? ""
             : "this browser cannot record a video; use a current version of Chrome, Edge or Firefox";
}

Film::Film(std::string path, int width, int height, double fps, std::chrono::milliseconds) : path_(std::move(path)) {
  if (const std::string why = why_film_is_impossible(path_); !why.empty()) throw std::runtime_error("no video: " + why);
  ez_film_begin(width, height, fps);
}

// Without a name the page drops the recording.
Film::~Film() { ez_film_end(""); }

bool Film::is_ready() const { return true; }

void Film::add(Image picture) {
  ez_film_add(picture.rgba.data());
  ++frames_;
}

void Film::finish() { ez_film_end(std::filesystem::path(path_).filename().c_str()); }

void Film::finish_part(const std::string& file, std::chrono::milliseconds) {
  ez_film_end(std::filesystem::path(file).filename().c_str());
}

double Film::bytes() const { return ez_film_bytes(); }

}  // namespace ez
