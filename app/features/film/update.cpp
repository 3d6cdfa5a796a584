// Carries out the command that records a video.
#include "app/model/update.h"
#include "app/features/film/commands.h"
#include "app/features/film/filming.h"
#include "app/features/film/services.h"
#include "app/model/update_parts.h"

namespace ez {

void on(State& s, Services& x, const command::Film& c) {
  if (c.on == s.of<Filming>().on) return;
  if (!c.on) return x.of<FilmServices>().end_film();
  // becomes numbered images if .mp4 is wanted and there is no ffmpeg
  const std::string made = "ezscope-" + scene_name(s);
  x.of<FilmServices>().start_film(!c.path.empty() ? c.path : c.suffix == ".mp4" ? made : x.fresh_name(made, c.suffix));
}

}  // namespace ez
