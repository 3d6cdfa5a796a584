#include "solver/engine/bands/team.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ez {

void copy_on_host(void* to, const void* from, std::size_t bytes, DeviceStream) { std::memcpy(to, from, bytes); }

namespace {

// Each process sends the rows that are a neighbour's halo, first upwards and then downwards.
class TeamExchange final : public Exchange {
 public:
  TeamExchange(BandTeam& team, Engine& engine, std::vector<RowBand> bands, PieceCopy copy)
      : team_(team), engine_(engine), bands_(std::move(bands)), copy_(copy) {}

  void run(int, DeviceStream stream) override {
    for (const bool upwards : {true, false}) send(upwards, stream);
    engine_.rows_written();
  }
  void leave() override {}
  void restart() override {}

 private:
  // Returns the halo of band k that rows move into if they are sent in this direction. Empty: it has none.
  std::vector<HaloRows> entered(int k, bool upwards) const {
    std::vector<HaloRows> halos = halo_of(bands_, k);
    std::erase_if(halos, [&](const HaloRows& h) { return (h.to == 0) != upwards; });
    return halos;
  }
  void send(bool upwards, DeviceStream stream) {
    const int all = static_cast<int>(bands_.size()), here = team_.rank();
    const int next = (here + (upwards ? 1 : all - 1)) % all, previous = (here + (upwards ? all - 1 : 1)) % all;
    const std::vector<HaloRows> sent = entered(next, upwards), taken = entered(here, upwards);
    out_.clear(), in_.clear();
    for (const HaloRows& halo : sent)
      for (const RowPiece& piece : engine_.row_memory(halo.from, halo.count)) pack(piece, stream);
    std::vector<RowPiece> pieces;
    for (const HaloRows& halo : taken) pieces = engine_.row_memory(halo.to, halo.count);
    team_.swap(sent.empty() ? -1 : next, out_, taken.empty() ? -1 : previous, in_);
    std::size_t at = 0;
    for (const RowPiece& piece : pieces) at = unpack(piece, at, stream);
  }
  // A piece follows its size, because the neighbour's may be shorter.
  void pack(const RowPiece& piece, DeviceStream stream) {
    const std::size_t at = out_.size();
    out_.resize(at + sizeof(piece.bytes) + piece.bytes);
    std::memcpy(out_.data() + at, &piece.bytes, sizeof(piece.bytes));
    if (piece.bytes > 0) copy_(out_.data() + at + sizeof(piece.bytes), piece.data, piece.bytes, stream);
  }
  std::size_t unpack(const RowPiece& piece, std::size_t at, DeviceStream stream) const {
    std::size_t bytes = 0;
    std::memcpy(&bytes, in_.data() + at, sizeof(bytes));
    at += sizeof(bytes);
    if (const std::size_t shared = std::min(bytes, piece.bytes); shared > 0)
      copy_(piece.data, in_.data() + at, shared, stream);
    return at + bytes;
  }

  BandTeam& team_;
  Engine& engine_;
  std::vector<RowBand> bands_;
  PieceCopy copy_;
  std::vector<std::byte> out_, in_;
};

}  // namespace

std::unique_ptr<Exchange> make_team_exchange(BandTeam& team, Engine& engine, std::vector<RowBand> bands,
                                             PieceCopy copy) {
  return std::make_unique<TeamExchange>(team, engine, std::move(bands), copy);
}

}  // namespace ez
