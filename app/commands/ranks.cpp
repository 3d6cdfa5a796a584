#include "app/commands/ranks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "app/options/results.h"
#include "app/platform/exit_code.h"
#include "solver/base/memory.h"
#include "solver/engine/bands/mpi.h"

namespace ez {
namespace fs = std::filesystem;

std::string why_not_alone() {
  const Launch launch = launch_of_environment();
  if (launch.size < 2) return {};
  return fmt::format(
      "{} started {} processes, and each would write the same files; add --ranks to divide the grid over "
      "them, or start one process",
      launch.launcher, launch.size);
}

RankFiles::RankFiles(int rank) {
  if (rank == 0) return;
  const fs::path folder = fs::temp_directory_path() / fmt::format("ezscope-rank-{}-{}", rank, ::getpid());
  fs::create_directories(folder);
  folder_ = folder.string();
}
RankFiles::~RankFiles() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}
std::string RankFiles::own(const std::string& path) const {
  if (folder_.empty() || path.empty()) return path;
  return (fs::path(folder_) / (path == "-" ? fs::path("output") : fs::path(path).filename())).string();
}

namespace {

// Collects what a process other than 0 prints. Most of it repeats what process 0 prints.
class Printed {
 public:
  explicit Printed(int rank) : rank_(rank) {
    if (rank_ == 0) return;
    errors_ = std::tmpfile();
    std::fflush(stderr);
    before_ = ::dup(STDERR_FILENO);
    if (errors_ != nullptr) ::dup2(::fileno(errors_), STDERR_FILENO);
    if (std::FILE* none = std::freopen("/dev/null", "w", stdout); none == nullptr) std::fclose(stdout);
  }
  ~Printed() {
    if (errors_ != nullptr) std::fclose(errors_);
  }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  // Prints the last line after all.
  void show() const {
    if (errors_ == nullptr) return;
    std::fflush(stderr);
    std::rewind(errors_);
    std::string line, last;
    for (int c = std::fgetc(errors_); c != EOF; c = std::fgetc(errors_)) {
      line += static_cast<char>(c);
      if (c == '\n') last = std::exchange(line, {});
    }
    last = fmt::format("process {}: {}", rank_, last);
    if (::write(before_, last.data(), last.size()) < 0) return;
  }

 private:
  int rank_, before_ = -1;
  std::FILE* errors_ = nullptr;
};

}  // namespace

int run_in_ranks(EngineRequest request, const std::function<int(const EngineRequest&, const RankFiles&)>& command) {
  const Launch launch = launch_of_environment();
  const MpiProcesses processes;
  request.team = processes.teams();
  if (request.device < 0) request.preferred_device = launch.local_rank;
  const Printed printed(processes.rank());
  int code = exit_done;
  try {
    const RankFiles files(processes.rank());
    code = command(request, files);
  } catch (...) {
    code = report_exception();
  }
  if (code == exit_done) return code;
  // A failure that all processes have in common is reported by process 0, which then ends them.
  if (processes.rank() > 0) std::this_thread::sleep_for(std::chrono::seconds(1)), printed.show();
  std::fflush(nullptr);
  processes.abort(code);
}

int report_exception() try { throw; } catch (const NoBackend& e) {
  return fail(exit_failed, fmt::format("{}; --backend {} works on every machine", e.what(), host_backend().name));
} catch (const NoDevice& e) {
  return fail(exit_failed, fmt::format("{}; omit --device to use the first", e.what()));
} catch (const OutOfMemory& e) {
  return fail(exit_failed, fmt::format("not enough memory: {}", e.what()));
} catch (const std::bad_alloc&) {
  return fail(exit_failed, fmt::format("not enough memory: the command needs more than the {} that are free; use a "
                                       "smaller grid",
                                       human_bytes(available_host_bytes())));
} catch (const std::exception& e) {
  return fail(exit_failed, e.what());
} catch (...) {  // an exception type of some library, whose text is unknown here
  return fail(exit_failed, "an unknown error ended the command; report it with the scene");
}

}  // namespace ez
