// Exchanges rows between the cards of one process. A kernel on each card loads the neighbours' rows through the cards'
// connection. Cards without such a connection use copies instead, which may pass through main memory.
//
// The threads of all bands meet twice in an exchange, when they enqueue it: first when every card has an event after
// its last step, which the others wait for, and then when every card has an event after its copies. The cards
// themselves wait for these events only, so the threads may be ahead of them by many steps.
#pragma once

#include <memory>
#include <vector>

#include "solver/engine/bands/exchange.h"

namespace ez::cuda {

// Throws EngineError.
std::unique_ptr<Exchange> make_peer_exchange(std::vector<BandEngine> bands);

}  // namespace ez::cuda
