#include "app/features/lesson/session.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/features/lesson/commands.h"
#include "app/features/lesson/judge.h"
#include "app/features/lesson/kept.h"
#include "app/features/lesson/log.h"
#include "app/features/lesson/services.h"
#include "app/model/log/members.h"
#include "app/model/update.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

class LessonPart final : public SessionPart, private LessonServices {
 public:
  explicit LessonPart(const SessionHost& host) : host_(host) { host_.services.offer<LessonServices>(*this); }

  void open_lesson(const std::string& lesson, int card) override {
    using What = command::Learn::What;
    update(host_.state, command::Learn{What::open, lesson}, host_.services);
    if (card > 0) update(host_.state, command::Learn{What::go, "", static_cast<double>(card)}, host_.services);
  }
  void observe(Comparison&, bool) override {
    if (goal_is_reached(host_.state)) host_.send(command::Learn{command::Learn::What::reached});
  }

 private:
  LessonResult lesson(const std::string& file_or_name, const std::vector<std::string>& reads) override {
    return host_.log.record_or_replay("lesson", [&] {
      std::vector<std::string> allowed = host_.may_read();
      allowed.insert(allowed.end(), reads.begin(), reads.end());
      LessonResult result = load_lesson(file_or_name, allowed);
      if (result.lesson) host_.note_lesson_inputs(result.inputs);
      return result;
    });
  }
  std::string kept_answers(const std::string& lesson) override {
    return host_.log.record_or_replay("kept_answers", [&] {
      std::string there = host_.interactive ? read_answers(host_.folders, lesson) : "";
      others_[lesson] = {there, ""};
      return there;
    });
  }
  void keep_answers(const std::string& lesson, const std::string& text) override {
    const std::string why = host_.log.record_or_replay_unless(std::string(), "unkept_answers", [&] {
      return host_.interactive ? merge_and_save(lesson, text) : std::string();
    });
    host_.report_unsaved_settings(
        "kept answers", why.empty() ? Text()
                                    : text_with("Cannot save the answers automatically: {}. Save them on the lesson's "
                                                "last card, and changed scenes as files, before you leave",
                                                why));
  }
  Text write_answers(const std::string& path, const std::string& text) override {
    return host_.log.record_or_replay("write_answers", [&] { return host_.write(path, [&] { return text; }); });
  }
  // Another window may have the same lesson open. Its answers are merged, not overwritten.
  std::string merge_and_save(const std::string& lesson, const std::string& text) {
    const auto opened = others_.find(lesson);
    if (opened == others_.end()) return ez::keep_answers(host_.folders, lesson, text);
    auto& [own, other] = opened->second;
    if (const std::string there = read_answers(host_.folders, lesson); there != own) other = there;
    own = text;
    if (!other.empty()) {
      const SavedLessonResult ours = parse_saved_lesson(text, lesson), theirs = parse_saved_lesson(other, lesson);
      if (ours.kept && theirs.kept) own = write_saved_lesson(merged(*ours.kept, *theirs.kept));
    }
    return ez::keep_answers(host_.folders, lesson, own);
  }

  SessionHost host_;
  // Answers of an opened lesson: as this window last saved or read them, and as another window has saved them since.
  struct OtherAnswers {
    std::string own, other;
  };
  std::map<std::string, OtherAnswers> others_;
};

}  // namespace

std::unique_ptr<SessionPart> lesson_part(const SessionHost& host) { return std::make_unique<LessonPart>(host); }

}  // namespace ez
