#include "solver/engine/cuda/resident/plan.h"

#include <algorithm>

#include "solver/engine/cuda/streamed/plan.h"

namespace ez::cuda::resident {
namespace {

// Part of one axis: a window starts at `begin` and owns [own0, own1).
struct Span {
  int begin, own0, own1;
  bool layer;
};

// Cuts an axis of n nodes into windows. They are `plain` nodes long if they touch none of its layers, or else
// `layered`. The last window may need `beyond` nodes past the end. Returns nothing if windows are too short for their
// overlap.
std::optional<std::vector<Span>> cut(int n, const AxisLayers& axis, int plain, int layered, int period, int step,
                                     int beyond) {
  std::vector<Span> spans;
  const bool layers = axis.low + axis.high > 0;
  const auto is_clear = [&](int begin) {
    return begin >= axis.low && (axis.high == 0 || begin + plain <= n - 1 - axis.high);
  };
  const auto reach = [&](int begin, int length, int past) {
    return begin + length >= n + past ? n : begin + length - period;
  };
  for (int own = 0; own < n;) {
    const int begin = own == 0 ? 0 : own - period, with_layer = layers ? reach(begin, layered, 0) : 0;
    // Moves the window back far enough to end before the high layer. Does not move it if the layer's own window reaches
    // this far.
    const int back = axis.high > 0 ? std::min(begin, std::max((n - 1 - axis.high - plain) / step * step, 0)) : begin;
    const bool ends_here = axis.high > 0 && with_layer == n;
    const int without = !ends_here && is_clear(back) ? reach(back, plain, beyond) : 0;
    const bool layer = without <= own;
    const int end = layer ? with_layer : without;
    if (end <= own) return {};
    spans.push_back({layer ? begin : back, own, end, layer});
    own = end;
  }
  return spans;
}

// true if a has nodes in its window that b owns
bool holds(const Block& a, const Block& b, int width, const Shape& shape) {
  const int height = warps * shape.rows[a.kind];
  return b.own_x0 < a.x + width && b.own_x1 > a.x && b.own_y0 < a.y + height && b.own_y1 > a.y;
}

bool set_neighbours(std::vector<Block>& blocks, int width, const Shape& shape) {
  for (std::size_t a = 0; a < blocks.size(); ++a)
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      if (a == b || !(holds(blocks[a], blocks[b], width, shape) || holds(blocks[b], blocks[a], width, shape))) continue;
      if (blocks[a].neighbours == most_neighbours) return false;
      blocks[a].neighbour[blocks[a].neighbours++] = static_cast<int>(b);
    }
  return true;
}

// Returns the cycles of a step, including its share of an exchange, as measured on an H200. The slowest block
// determines the speed.
double cost_of(const Plan& plan) {
  struct Cost {
    double step, row;
  };
  constexpr Cost of_kind[] = {{350, 93}, {530, 155}, {130, 265}, {430, 298}};
  constexpr Cost exchange = {1800, 350};
  const auto& rows = shapes[plan.shape].rows;
  double slowest = 0;
  for (const Block& b : plan.blocks)
    slowest = std::max(slowest, of_kind[b.kind].step + of_kind[b.kind].row * rows[b.kind]);
  const bool alone = plan.blocks.size() == 1;
  return slowest + (alone ? 0 : (exchange.step + exchange.row * rows[inner]) / plan.period);
}

}  // namespace

template <class T>
std::optional<Plan> lay_out(const Problem& p, int shape, int period, int most_blocks) {
  constexpr int width = window_width<T>;
  const Shape& rows = shapes[shape];
  Plan plan;
  plan.shape = shape, plan.period = period;
  // Allows one lane beyond the last column, because hy of the last column needs Ez = 0 there. In layers the kernel
  // checks this itself.
  const auto columns = cut(p.nx, p.x, width, width, period, lane_columns<T>, 1);
  if (!columns) return {};
  for (const Span& c : *columns) {
    const int kind = c.layer ? layer_x : inner;
    const auto height = [&](int k) { return warps * rows.rows[k]; };
    const auto lines = cut(p.ny, p.y, height(kind), height(kind | layer_y), period, 1, 0);
    if (!lines) return {};
    for (const Span& l : *lines) {
      Block b;
      b.kind = l.layer ? kind | layer_y : kind;
      b.x = c.begin, b.own_x0 = c.own0, b.own_x1 = c.own1;
      b.y = l.begin, b.own_y0 = l.own0, b.own_y1 = l.own1;
      plan.blocks.push_back(b);
    }
    if (static_cast<int>(plan.blocks.size()) > most_blocks) return {};
  }
  if (!set_neighbours(plan.blocks, width, rows)) return {};
  plan.cost = cost_of(plan);
  return plan;
}

template <class T>
std::optional<Plan> best_plan(const Problem& p, const std::array<int, shape_count>& most_blocks) {
  std::optional<Plan> best;
  for (int shape = 0; shape < shape_count; ++shape)
    for (int period = most_period; period >= 4; period -= 4) {
      std::optional<Plan> plan = lay_out<T>(p, shape, period, most_blocks[static_cast<std::size_t>(shape)]);
      if (plan && (!best || plan->cost < best->cost)) best = std::move(plan);
    }
  return best;
}

template <class T>
bool set_due(Plan& plan, const DueRows& due) {
  plan.due.clear();
  for (Block& b : plan.blocks) {
    const int x1 = b.x + window_width<T>;
    const int y1 = b.y + warps * shapes[plan.shape].rows[b.kind];
    b.due = static_cast<int>(plan.due.size());
    for (int j = b.y; j < y1; ++j) {
      const std::size_t of_row = plan.due.size();
      // First index at which the node's next term may be placed: after its previous one.
      std::size_t last = of_row;
      int node = -1;
      for (const Term& t : due.terms(FieldArray::ez, j, j + 1)) {
        if (t.i < b.x || t.i >= x1) continue;
        if (t.i != node) node = t.i, last = of_row;
        const Due one{t.i, t.i + 1, j, t.hard ? streamed::Due::hard : streamed::Due::soft, t.signal, t.weight};
        const auto goes_on = [&](const Due& d) {
          return d.x1 == one.x0 && d.kind == one.kind && d.index == one.index && d.weight == one.weight;
        };
        const auto from = plan.due.begin() + static_cast<std::ptrdiff_t>(last);
        const auto run = std::find_if(from, plan.due.end(), goes_on);
        last = static_cast<std::size_t>(run - plan.due.begin()) + 1;
        if (run != plan.due.end())
          ++run->x1;
        else
          plan.due.push_back(one);
      }
      if (j < b.own_y0 || j >= b.own_y1) continue;
      for (const DueRows::Probe& q : due.probes(j, j + 1))
        if (q.i >= b.own_x0 && q.i < b.own_x1) plan.due.push_back({q.i, q.i + 1, j, streamed::Due::probe, q.index, 0});
    }
    b.due_count = static_cast<int>(plan.due.size()) - b.due;
    if (b.due_count > most_due) return false;
  }
  return true;
}

template std::optional<Plan> lay_out<float>(const Problem&, int, int, int);
template std::optional<Plan> lay_out<double>(const Problem&, int, int, int);
template std::optional<Plan> best_plan<float>(const Problem&, const std::array<int, shape_count>&);
template std::optional<Plan> best_plan<double>(const Problem&, const std::array<int, shape_count>&);
template bool set_due<float>(Plan&, const DueRows&);
template bool set_due<double>(Plan&, const DueRows&);

}  // namespace ez::cuda::resident
