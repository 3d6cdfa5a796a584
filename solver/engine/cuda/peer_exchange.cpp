#include "solver/engine/cuda/peer_exchange.h"

#include <algorithm>
#include <utility>

#include "solver/engine/cuda/copy_rows.h"
#include "solver/engine/cuda/device/memory.h"

namespace ez::cuda {
namespace {

// Returns true if `device` can load from the memory of `other`. Makes that possible.
bool can_load(int device, int other) {
  if (device == other) return true;
  int can = 0;
  EZ_CUDA(cudaDeviceCanAccessPeer(&can, device, other));
  if (can == 0) return false;
  EZ_CUDA(cudaSetDevice(device));
  const cudaError_t answer = cudaDeviceEnablePeerAccess(other, 0);
  if (answer == cudaErrorPeerAccessAlreadyEnabled)
    cudaGetLastError();  // not an error, but CUDA records it as one
  else
    EZ_CUDA(answer);
  return true;
}

class PeerExchange final : public Exchange {
 public:
  explicit PeerExchange(std::vector<BandEngine> bands) : meeting_(static_cast<int>(bands.size())) {
    std::vector<RowBand> rows;
    for (const BandEngine& b : bands) rows.push_back(b.rows);
    for (int k = 0; k < static_cast<int>(bands.size()); ++k) {
      Band band{bands[static_cast<std::size_t>(k)].engine, device_of(bands, k), {}, {}};
      for (const HaloRows& halo : halo_of(rows, k))
        band.halos.push_back({halo, can_load(band.device, device_of(bands, halo.from_band))});
      EZ_CUDA(cudaSetDevice(band.device));
      band.events = std::make_unique<Events>();
      bands_.push_back(std::move(band));
    }
  }

  void run(int k, DeviceStream handle) override {
    const auto stream = static_cast<cudaStream_t>(handle);
    Band& here = bands_[static_cast<std::size_t>(k)];
    here.events->stepped.record(stream);
    meeting_.wait();
    for (const Halo& halo : here.halos) {
      const Band& from = bands_[static_cast<std::size_t>(halo.rows.from_band)];
      from.events->stepped.hold(stream);
      copy(here, from, halo, stream);
    }
    here.engine->rows_written();
    here.events->copied.record(stream);
    meeting_.wait();
    // The neighbours have copied this band's rows when the next step overwrites them.
    for (const Halo& halo : here.halos)
      bands_[static_cast<std::size_t>(halo.rows.from_band)].events->copied.hold(stream);
  }
  void leave() override { meeting_.leave(); }
  void restart() override { meeting_.restart(); }

 private:
  struct Events {
    Event stepped{Event::Kind::order}, copied{Event::Kind::order};
  };
  struct Halo {
    HaloRows rows;
    bool loads = false;  // by a kernel
  };
  struct Band {
    Engine* engine;
    int device;
    std::vector<Halo> halos;
    std::unique_ptr<Events> events;
  };
  static int device_of(const std::vector<BandEngine>& bands, int k) {
    return bands[static_cast<std::size_t>(k)].engine->info().device_index;
  }
  static void copy(const Band& here, const Band& there, const Halo& halo, cudaStream_t stream) {
    const auto from = there.engine->row_memory(halo.rows.from, halo.rows.count);
    const auto to = here.engine->row_memory(halo.rows.to, halo.rows.count);
    PieceCopies pieces;
    for (std::size_t n = 0; n < to.size(); ++n) {
      const std::size_t bytes = std::min(to[n].bytes, from[n].bytes);
      if (bytes == 0) continue;
      if (!halo.loads) {
        EZ_CUDA(cudaMemcpyPeerAsync(to[n].data, here.device, from[n].data, there.device, bytes, stream));
        continue;
      }
      pieces.copies[pieces.count++] = {from[n].data, to[n].data, bytes / sizeof(float)};
      if (pieces.count < PieceCopies::most) continue;
      launch_copy_pieces(pieces, stream);
      pieces.count = 0;
    }
    launch_copy_pieces(pieces, stream);
  }

  std::vector<Band> bands_;
  Meeting meeting_;
};

}  // namespace

std::unique_ptr<Exchange> make_peer_exchange(std::vector<BandEngine> bands) {
  return std::make_unique<PeerExchange>(std::move(bands));
}

}  // namespace ez::cuda
