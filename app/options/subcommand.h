// A command of the command line: its name, its options, and what it does.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "app/options/window_command.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library is called so
class App;
}

namespace ez {

// Runs a command after its options have been read, and returns the exit code. Throws CLI::ParseError if the options
// contradict each other.
using Action = std::function<int()>;
// Opens the window and returns the exit code when it is closed.
using ShowWindow = std::function<int(WindowCommand)>;

// A command that belongs to a feature of the window.
struct FeatureCommand {
  std::string_view name, words;
  Action (*add)(CLI::App& app, const ShowWindow& show);  // adds the command's options
  // Returns what the command opens by this name, as the end of a message: "is a lesson; …". Empty if it opens nothing.
  std::string (*opens)(const std::string& name) = nullptr;
};

// What `ezscope list --NAME` prints instead of the scenes.
struct FeatureList {
  std::string_view name, words;
  void (*print)();
};

// Returns the action of a command whose options are members of `Options`, with add_to(app) and run().
template <class Options, class... Args>
Action action_of(CLI::App& app, Args&&... args) {
  const auto options = std::make_shared<Options>(std::forward<Args>(args)...);
  options->add_to(app);
  return [options] { return options->run(); };
}

}  // namespace ez
