#include "app/features/film/session.h"

#include "app/features/film/film_keeper.h"
#include "app/features/film/services.h"

namespace ez {
namespace {

class FilmPart final : public SessionPart, private FilmServices {
 public:
  explicit FilmPart(const SessionHost& host)
      : host_(host), film_(host.state, host.services, host.log, host.why_overwrites) {
    host_.services.offer<FilmServices>(*this);
  }

  Text end() override { return film_.end(); }
  bool picture_is_due(bool paced) override { return film_.on() && film_.is_due(paced); }
  void add_picture(const Image& picture) override { film_.add(picture); }
  bool takes_pictures() const override { return film_.on(); }
  int steps_of_picture(double steps_per_second) override { return film_.steps(steps_per_second); }

 private:
  void start_film(const std::string& path) override {
    const ScreenRect rect = host_.interface().picture();
    if (host_.log.visible()) film_.start(path, rect.width, rect.height);
  }
  void end_film() override { film_.end(); }

  SessionHost host_;
  FilmKeeper film_;
};

}  // namespace

std::unique_ptr<SessionPart> film_part(const SessionHost& host) { return std::make_unique<FilmPart>(host); }

}  // namespace ez
