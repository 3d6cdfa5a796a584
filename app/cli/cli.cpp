#include "app/cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/command.h"
#include "app/features/feature.h"
#include "app/model/document/scene_link.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "solver/base/utf8.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

// Rejects window options that precede a command, because they would otherwise be ignored silently.
void reject_window_options(const CLI::App& root, const CLI::App& command) {
  const std::string& name = command.get_name();
  for (const CLI::Option* option : root.get_options()) {
    if (option->count() == 0) continue;
    const std::string what = option->get_positional() ? option->results().front() : option->get_name();
    const bool known = command.get_option_no_throw(option->get_name()) != nullptr;
    throw CLI::ParseError(known ? fmt::format("{0} is before {1}; write {0} after {1}", what, name)
                                : fmt::format("{} cannot be used with {}; omit it", what, name),
                          exit_usage);
  }
}

bool is_scene(const std::string& name) {
  std::error_code ignored;
  return is_builtin_scene(name) || std::filesystem::exists(name, ignored);
}

// Returns an error if the word in the scene's place is neither a scene nor a link. It suggests the command that was
// probably meant. Returns an empty text for a scene, or for a word alone that resembles no command.
std::string misspelt_command(const CLI::App& app, const std::string& word, bool alone) {
  if (word.empty() || is_scene(word) || is_link(word)) return "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); }))
    names.push_back(command->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string_view near = names::nearest(word, known);
  if (near == word || (alone && near.empty())) return "";  // after "--", a command's name is taken for a scene
  return fmt::format("{} is neither a scene nor a command{}", names::quoted(word), names::hint(word, known));
}

// Returns the library's message, completed by a remedy if it has none.
std::string in_words(const CLI::ParseError& e) {
  std::string what = e.what();
  const std::string option = what.substr(0, what.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&e) == nullptr) return what;
  return what.find("received") != std::string::npos ? option + " is given more than once; give it once"
                                                    : option + " has no value; give one after it";
}

int usage_error(const std::string& text, const std::string& command) {
  fmt::print(stderr, "ezscope: {}; see {} --help\n", printable(text), command);
  return exit_usage;
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  end_at_signals("interrupted before the first step; nothing was written");
  CLI::App app("Interactive simulator of Maxwell's equations in two dimensions.", "ezscope");
  app.require_subcommand(0, 1);
  const Action window = add_window(app);
  bool version = false;
  app.add_flag("--version", version, "version, compilers, driver and devices");
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Subcommand& c : subcommands) {
    CLI::App* command = app.add_subcommand(std::string(c.name), std::string(c.words));
    actions.emplace_back(command, c.add(*command));
  }
  for (const Feature& f : all_features())
    for (const FeatureCommand& c : f.commands) {
      CLI::App* command = app.add_subcommand(std::string(c.name), std::string(c.words));
      actions.emplace_back(command, c.add(*command, show_window));
    }
  app.footer("Without a command, ezscope opens its window.");
  const auto scene = [&] {
    const std::vector<std::string>& given = app.get_option("SCENE")->results();
    return given.empty() ? std::string() : given.front();
  };
  try {
    app.parse(argc, argv);
    for (const CLI::App* command : app.get_subcommands()) reject_window_options(app, *command);
    for (const auto& [command, action] : actions)
      if (command->parsed()) return action();
    if (version) return print_version();
    if (const std::string why = misspelt_command(app, scene(), true); !why.empty()) {
      fmt::print(stderr, "ezscope: {}\n", why);
      return exit_scene;
    }
    return window();
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    const std::string what = in_words(e);
    const auto parsed = app.get_subcommands();
    if (!parsed.empty()) return usage_error(what, "ezscope " + parsed.front()->get_name());
    const bool strays = dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr;
    const std::string why = strays ? misspelt_command(app, scene(), false) : "";
    return usage_error(why.empty() ? what : why, "ezscope");
  }
}

}  // namespace ez
