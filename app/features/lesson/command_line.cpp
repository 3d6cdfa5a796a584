// ezscope lesson: opens a lesson in the window, or tabulates the answers of a class.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>

#include "app/features/lesson/command_line.h"
#include "app/features/lesson/judge.h"
#include "app/features/lesson/lesson_file.h"
#include "app/options/option_checks.h"
#include "app/options/option_groups.h"
#include "app/options/results.h"
#include "app/options/window_group.h"
#include "app/platform/exit_code.h"
#include "app/platform/files.h"
#include "solver/base/counted.h"
#include "solver/base/read_file.h"
#include "solver/base/utf8.h"
#include "solver/base/write_file.h"

namespace ez {
namespace {

int fail_with(const std::vector<Message>& messages) {
  for (const Message& m : messages) fmt::print(stderr, "{}\n", to_string(m));
  return exit_scene;
}

// Reads one file of answers. Any error concerns only this file, and the others are still read.
AnswersResult read_handed_in(const std::string& file, const std::string& text, int code) try {
  if (code == 0 && !text.empty()) return parse_answers(text, file);
  return {std::nullopt,
          {{Message::Kind::error, file, 0, 0,
            file == "-" && code != 0 ? std::string(no_standard_input)
            : code != 0 ? fmt::format("cannot be read: {}; check its path and permissions", read_error_text(code))
                        : "is empty; give a file of answers that was handed in"}}};
} catch (const std::exception& e) {
  return {std::nullopt,
          {{Message::Kind::error, file, 0, 0,
            fmt::format("cannot be read: {}; ask for the file again", printable(e.what()))}}};
}

struct LessonOptions {
  explicit LessonOptions(ShowWindow show) : show_(std::move(show)) {}

  std::string name, csv;
  std::vector<std::string> collect, allow_read;
  int card = 0;
  WindowGroup window;

  void add_to(CLI::App& app) {
    app_ = &app;
    app.add_option("LESSON", name, "a lesson file, or the name of a built-in lesson (ezscope list --lessons)")
        ->check(check::not_empty())
        ->type_name("");
    app.add_option("--card", card, "begin at this card instead of where the lesson was left")
        ->check(check::whole(1, 9999))
        ->type_name("N");
    add_allow_read(app, allow_read);
    window.add_to(app);
    app.add_option("--collect", collect, "print a table of the answers that students handed in")
        ->type_name("FILE.answers …");
    add_file_option(app, "--csv", csv,
                    "with --collect: write the answers to a file, one row each; - is standard output");
    app.footer("docs/lessons.md explains how to write a lesson.");
  }
  int run() {
    if (!collect.empty()) return print_table();
    if (!csv.empty()) return fail(exit_usage, "--csv needs --collect; give the answers to collect");
    if (name.empty())
      return fail(exit_usage, "LESSON is missing; give a name from ezscope list --lessons, or a lesson file");
    LessonResult result = load_lesson(name, allow_read);
    if (!result.lesson) return fail_with(result.messages);
    if (const auto last = static_cast<int>(result.lesson->cards.size()); card > last)
      return fail(exit_usage,
                  fmt::format("--card is {}, but the lesson has {}; give 1 to {}", card, counted(last, "card"), last));
    WindowCommand command;
    command.lesson = name;
    command.scene.allow_read = allow_read;
    command.card = card;
    command.inputs = result.inputs;
    return show_(window.take(std::move(command)));
  }

 private:
  ShowWindow show_;
  const CLI::App* app_ = nullptr;

  int print_table() const {
    if (!name.empty())
      return fail(exit_usage,
                  "LESSON cannot be combined with --collect; leave it out, because each file names its lesson");
    for (const CLI::Option* option : app_->get_options())
      if (const std::string other = option->get_name(); option->count() > 0 && other != "--collect" && other != "--csv")
        return fail(exit_usage, fmt::format("{} cannot be combined with --collect; leave it out", other));
    std::vector<InputFile> inputs;
    for (const std::string& file : collect) inputs.push_back({InputFile::Role::answers, file});
    if (const int code = check_outputs({{"--csv", csv}}, inputs); code != exit_done) return code;
    std::vector<HandedIn> all;
    std::vector<Message> wrong, repeated;
    std::map<std::filesystem::path, std::string> by_place;  // path as given, by full path
    std::map<std::string, std::string> by_text;             // the same, by contents, for answers with a student's name
    const auto counts_once = [&](const std::string& file, const std::string& first) {
      repeated.push_back(
          {Message::Kind::warning, file, 0, 0,
           file == first ? "is given twice; it counts once" : fmt::format("is the same as {}; it counts once", first)});
    };
    SeveralFiles files({collect.begin(), collect.end()});
    for (std::size_t k = 0; k < collect.size(); ++k) {
      const std::string& file = collect[k];
      const std::filesystem::path place = place_of_file(file);
      if (const auto [first, fresh] = by_place.emplace(place, file); !fresh && !place.empty()) {
        counts_once(file, first->second);
        continue;
      }
      const auto [text, code] = files.read(k, most_text_bytes);
      AnswersResult read = read_handed_in(file, text, code);
      if (!read.answers) {
        wrong.insert(wrong.end(), read.messages.begin(), read.messages.end());
        continue;
      }
      read.answers->student = name_without_blanks(read.answers->student);
      // Two students without a name may have given identical answers.
      if (!read.answers->student.empty())
        if (const auto [first, fresh] = by_text.emplace(text, file); !fresh) {
          counts_once(file, first->second);
          continue;
        }
      for (const int card : drop_repeats(*read.answers))
        repeated.push_back({Message::Kind::warning, file, 0, 0,
                            fmt::format("answers card {} more than once; the first answer counts", card)});
      all.push_back({file, std::move(*read.answers)});
    }
    for (const Message& m : repeated) fmt::print(stderr, "{}\n", to_string(m));
    fmt::print(tables_to("", csv), "{}", answers_table(all));
    const int code = csv.empty() ? static_cast<int>(exit_done) : write_result(csv, answers_csv(all));
    // One bad file does not exclude the others from the table.
    return wrong.empty() || code != exit_done ? code : fail_with(wrong);
  }
};

}  // namespace

Action add_lesson(CLI::App& app, const ShowWindow& show) { return action_of<LessonOptions>(app, show); }

std::string lesson_words(const std::string& name) {
  const auto& all = builtin_lessons();
  if (std::ranges::find(all, name, &BuiltinLesson::name) == all.end()) return "";
  return "is a lesson, not a scene; open it with: ezscope lesson " + name;
}

void print_lessons() {
  for (const auto& [name, title] : lesson_titles()) fmt::print("{}\t{}\n", name, title);
}

}  // namespace ez
