#include "solver/engine/bands/mpi.h"

#include <algorithm>
#include <cstdlib>

#include "solver/engine/bands/join_pictures.h"

#ifdef EZSCOPE_HAS_MPI
#define OMPI_SKIP_MPICXX 1  // without the C++ bindings of MPI
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#endif

namespace ez {
namespace {

int number(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atoi(text) : otherwise;
}

}  // namespace

// The variables of Open MPI, of MPICH and Intel MPI, and of Slurm, which sets these only for the processes of a step.
Launch launch_of_environment() {
  struct Names {
    const char *launcher, *size, *rank, *local_rank;
  };
  constexpr Names known[] = {{"mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_RANK"},
                             {"mpirun", "PMI_SIZE", "PMI_RANK", "MPI_LOCALRANKID"},
                             {"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "SLURM_LOCALID"}};
  for (const Names& n : known)
    if (const int size = number(n.size, 0); size > 0)
      return {n.launcher, size, number(n.rank, 0), number(n.local_rank, 0)};
  return {};
}

#ifdef EZSCOPE_HAS_MPI

namespace {

void join_pixels(void* in, void* all, int* count, MPI_Datatype*) {
  const auto* a = static_cast<const float*>(in);
  auto* b = static_cast<float*>(all);
  for (int n = 0; n < *count; ++n) b[n] = joined_pixel(a[n], b[n]);
}

// Has a separate communicator, because runs of one program may compute at the same time.
class MpiTeam final : public BandTeam {
 public:
  MpiTeam() {
    MPI_Comm_dup(MPI_COMM_WORLD, &all_);
    MPI_Comm_size(all_, &size_);
    MPI_Comm_rank(all_, &rank_);
    MPI_Op_create(join_pixels, 1, &join_pixels_);
  }
  ~MpiTeam() override {
    MPI_Op_free(&join_pixels_);
    MPI_Comm_free(&all_);
  }
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;

  int size() const override { return size_; }
  int rank() const override { return rank_; }
  void unite(void* data, std::size_t bytes) override {
    in_pieces(data, bytes, [&](void* piece, int count) {
      MPI_Allreduce(MPI_IN_PLACE, piece, count, MPI_UNSIGNED_CHAR, MPI_BOR, all_);
    });
  }
  void unite_pixels(float* pixels, std::size_t count) override {
    MPI_Allreduce(MPI_IN_PLACE, pixels, static_cast<int>(count), MPI_FLOAT, join_pixels_, all_);
  }
  double largest(double value) override {
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, all_);
    return value;
  }
  void swap(int to, const std::vector<std::byte>& out, int from, std::vector<std::byte>& in) override {
    const int target = to < 0 ? MPI_PROC_NULL : to, source = from < 0 ? MPI_PROC_NULL : from;
    unsigned long long bytes = 0;
    const unsigned long long sent = out.size();
    MPI_Sendrecv(&sent, 1, MPI_UNSIGNED_LONG_LONG, target, 0, &bytes, 1, MPI_UNSIGNED_LONG_LONG, source, 0, all_,
                 MPI_STATUS_IGNORE);
    in.resize(source == MPI_PROC_NULL ? 0 : bytes);
    const int taken = static_cast<int>(in.size());
    MPI_Sendrecv(out.data(), static_cast<int>(sent), MPI_BYTE, target, 1, in.data(), taken, MPI_BYTE, source, 1, all_,
                 MPI_STATUS_IGNORE);
  }

 private:
  // MPI counts in int.
  template <class F>
  static void in_pieces(void* data, std::size_t bytes, F f) {
    constexpr std::size_t most = std::size_t{1} << 30;
    for (std::size_t at = 0; at < bytes; at += most)
      f(static_cast<std::byte*>(data) + at, static_cast<int>(std::min(most, bytes - at)));
  }

  MPI_Comm all_ = MPI_COMM_NULL;
  MPI_Op join_pixels_ = MPI_OP_NULL;
  int size_ = 1, rank_ = 0;
};

}  // namespace

MpiProcesses::MpiProcesses() {
  int level = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &level);
  if (level < MPI_THREAD_MULTIPLE)
    throw EngineError("this MPI does not allow calls from several threads; use another one, for example Open MPI");
}
MpiProcesses::~MpiProcesses() { MPI_Finalize(); }
int MpiProcesses::size() const {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}
int MpiProcesses::rank() const {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
TeamMaker MpiProcesses::teams() const {
  return [] { return std::make_unique<MpiTeam>(); };
}
void MpiProcesses::abort(int code) const {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

#else

MpiProcesses::MpiProcesses() {
  throw EngineError("this program was built without MPI; build it with -DEZSCOPE_MPI=ON, which needs Open MPI");
}
MpiProcesses::~MpiProcesses() = default;
int MpiProcesses::size() const { return 1; }
int MpiProcesses::rank() const { return 0; }
TeamMaker MpiProcesses::teams() const { return {}; }
void MpiProcesses::abort(int code) const { std::_Exit(code); }

#endif

}  // namespace ez
