#include "app/features/share/session.h"

#include "app/features/share/page.h"
#include "app/features/share/services.h"
#include "app/model/log/members.h"
#include "app/model/update.h"

namespace ez {
namespace {

class SharePart final : public SessionPart, private ShareServices {
 public:
  explicit SharePart(const SessionHost& host) : host_(host) { host_.services.offer<ShareServices>(*this); }

 private:
  void save_page(const std::string& path) override {
    host_.want_picture({true, [this, path](Window& window, const Interface& interface) {
                          const Image panes = part_of(window.read(), interface.panes());
                          note_file_written(host_.state, host_.services, path, host_.log.record_or_replay("page", [&] {
                            return host_.write(path, [&] { return page_of(host_.state, panes); });
                          }));
                        }});
  }

  SessionHost host_;
};

}  // namespace

std::unique_ptr<SessionPart> share_part(const SessionHost& host) { return std::make_unique<SharePart>(host); }

}  // namespace ez
