#include "solver/engine/opencl/energy_meter.h"

#include <utility>

namespace ez::opencl {
namespace {

constexpr Range many{64, 64, 64, 1};  // work-items that share the nodes of a region
constexpr std::size_t parts = std::size_t{64} * 64;
constexpr Range many_in_line{parts, 1, 64, 1};

Region region_of(const EnergyRegion& r) {
  return {r.i0,        r.j0,         r.i1,          r.j1,      r.hy_end(), r.wrap_y ? r.j1 : r.j1 - 1,
          r.half_left, r.half_right, r.half_bottom, r.half_top};
}
void add(EnergyStock& to, const EnergyStock& more) {
  to.stored += more.stored, to.pending += more.pending, to.lost_at_conductors += more.lost_at_conductors;
}

}  // namespace

template <class T>
EnergyMeter<T>::EnergyMeter(const Problem& problem, const Measured<T>& lattice) : at_(lattice) {
  set_lists(problem);
  begin();
  book_.open(terms_, stock());
}

template <class T>
void EnergyMeter<T>::set_lists(const Problem& problem) {
  terms_ = energy_terms(problem);
  region_ = region_of(terms_.region);
  const Grid& g = at_.grid;
  std::vector<EnergyPoint> points;
  for (const FluxTerm& f : terms_.flux) {
    const FieldArray h = across_x(f.side) ? FieldArray::hy : FieldArray::hx;
    points.push_back({g.at(f.i, f.j), g.at(f.h_i, f.h_j), f.weight, 0, 0, 0, 0, static_cast<cl_int>(index_of(h)), 1});
  }
  fluxes_ = points.size();
  const std::vector<NodeTerm>* sources[] = {&terms_.sources, &terms_.sources_hx, &terms_.sources_hy};
  for (const FieldArray a : all_arrays) {
    first_[index_of(a)] = points.size();
    for (const NodeTerm& t : *sources[index_of(a)])
      points.push_back({g.at(t.i, t.j), 0, t.weight, 0, 0, 0, 0, static_cast<cl_int>(index_of(a)), 0});
    count_[index_of(a)] = points.size() - first_[index_of(a)];
  }
  points_ = stream().upload(points);
  std::vector<NodeTerm>* lossy[] = {&terms_.loss_ez, &terms_.loss_hx, &terms_.loss_hy};
  for (const FieldArray a : all_arrays) {
    std::vector<LossPoint> of_array;
    for (const NodeTerm& t : *lossy[index_of(a)]) of_array.push_back({g.at(t.i, t.j), t.weight, 0, 0});
    losses_[index_of(a)] = stream().upload(of_array);
    *lossy[index_of(a)] = {};
  }
  std::vector<Sample> rims;
  for (const RimEnergy::Node& n : terms_.rims.nodes())
    rims.push_back({g.at(n.i, n.j), static_cast<cl_int>(index_of(n.array)), 0});
  rims_ = stream().upload(rims);
}

template <class T>
void EnergyMeter<T>::begin() {
  const Fields3<T>& f = at_.fields;
  if (!points_.empty())
    at_.kernels.launch("begin_points", items(points_.count()), f[FieldArray::ez], f[FieldArray::hx], f[FieldArray::hy],
                       points_, static_cast<cl_int>(points_.count()));
  for (const FieldArray a : all_arrays)
    if (const Buffer<LossPoint>& points = losses_[index_of(a)]; !points.empty())
      at_.kernels.launch("begin_losses", items(points.count()), f[a], points, static_cast<cl_long>(points.count()));
  at_.poles.count_losses(true, stream());
  edited_ = true;
}

template <class T>
void EnergyMeter<T>::before_sources(FieldArray a) {
  if (const std::size_t count = count_[index_of(a)]; count > 0)
    at_.kernels.launch("before_sources", items(count), at_.fields[a], points_, static_cast<cl_int>(first_[index_of(a)]),
                       static_cast<cl_int>(count));
}
template <class T>
void EnergyMeter<T>::after_step() {
  const Fields3<T>& f = at_.fields;
  if (!points_.empty())
    at_.kernels.launch("measure_points", items(points_.count()), f[FieldArray::ez], f[FieldArray::hx],
                       f[FieldArray::hy], points_, static_cast<cl_int>(points_.count()));
  for (const FieldArray a : all_arrays)
    if (const Buffer<LossPoint>& points = losses_[index_of(a)]; !points.empty())
      at_.kernels.launch("measure_losses", items(points.count()), f[a], points, static_cast<cl_long>(points.count()),
                         static_cast<cl_int>(a != FieldArray::ez));
  edited_ = false;
}

template <class T>
void EnergyMeter<T>::leave() {
  book_.add(terms_, sums());
  book_.leave(terms_, stock());
}
template <class T>
void EnergyMeter<T>::enter() {
  begin();
  book_.enter(terms_, stock());
}
template <class T>
void EnergyMeter<T>::enter(const Problem& problem) {
  set_lists(problem);
  enter();
}
template <class T>
void EnergyMeter<T>::empty() {
  begin();
  book_ = {};
}
template <class T>
EnergyBook EnergyMeter<T>::closed() {
  EnergyBook book = book_;
  book.add(terms_, sums());
  book.leave(terms_, stock());
  return book;
}
template <class T>
void EnergyMeter<T>::resume(const std::optional<EnergyBook>& book) {
  begin();
  if (!book) return book_.open(terms_, stock());
  book_ = *book;
  book_.enter(terms_, stock());
}

template <class T>
EnergySums EnergyMeter<T>::sums() {
  EnergySums out;
  const std::vector<EnergyPoint> points = stream().read_all(points_);
  for (std::size_t k = 0; k < points.size(); ++k)
    if (k < fluxes_)
      out.out[static_cast<std::size_t>(terms_.flux[k].side)] += points[k].sum;
    else
      out.source += points[k].sum, out.turnover += points[k].turnover;
  for (const FieldArray a : all_arrays) {
    double& to = a == FieldArray::ez ? out.loss_e : out.loss_h;
    if (const Buffer<LossPoint>& list = losses_[index_of(a)]; !list.empty()) {
      const Buffer<double> partial = stream().template make<double>(parts);
      at_.kernels.launch("sum_losses", many_in_line, list, static_cast<cl_long>(list.count()), partial);
      for (const double v : stream().read_all(partial)) to += v;
    }
    double lost = 0;
    stock_of_poles(a, &lost);
    to += lost;
  }
  return out;
}

template <class T>
EnergyStock EnergyMeter<T>::stock() {
  if (terms_.region.empty()) return {};
  const Fields3<T>& f = at_.fields;
  const Coefficients<T>& m = at_.media;
  at_.poles.find_rim_fields(at_.kernels);
  const Buffer<EnergyStock> partial = stream().template make<EnergyStock>(parts);
  at_.kernels.launch("stock_of_nodes", many, at_.grid, region_, static_cast<cl_int>(edited_), f[FieldArray::ez],
                     f[FieldArray::hx], f[FieldArray::hy], m.bytes, m.words, m.palette, m.hx_entry, m.hy_entry,
                     m.hx_palette, m.hy_palette, partial);
  EnergyStock sum;
  for (const EnergyStock& s : stream().read_all(partial)) add(sum, s);
  for (const FieldArray a : all_arrays) {
    add(sum, stock_of_poles(a, nullptr));
    sum.stored += stored_at_rims(a);
  }
  if (rims_.empty()) return sum;
  const Buffer<T> values = stream().template make<T>(rims_.count());
  at_.kernels.launch("record", items(rims_.count()), f[FieldArray::ez], f[FieldArray::hx], f[FieldArray::hy], rims_,
                     static_cast<cl_int>(rims_.count()), values, cl_long{0});
  const std::vector<T> h = stream().read_all(values);
  sum.stored += terms_.rims.stored(std::vector<double>(h.begin(), h.end()));
  return sum;
}

// Adds the losses so far to `lost`, if given.
template <class T>
EnergyStock EnergyMeter<T>::stock_of_poles(FieldArray a, double* lost) {
  const typename Poles<T>::Array& own = at_.poles[a];
  if (own.nodes.empty()) return {};
  const Coefficients<T>& m = at_.media;
  const std::vector<double> known = known_at_rims(a);
  const Buffer<double> known_there = stream().upload(known);
  const Buffer<EnergyStock> partial = stream().template make<EnergyStock>(parts);
  const Buffer<double> losses = stream().template make<double>(parts);
  at_.kernels.launch("stock_of_poles", many_in_line, at_.grid, region_, static_cast<cl_int>(edited_),
                     static_cast<cl_int>(index_of(a)), at_.fields[FieldArray::ez], at_.fields[a], m.bytes, m.words,
                     m.palette, own.places, own.count(), own.groups, own.coefs, own.numbers, own.media, own.states,
                     own.lost, known_there, static_cast<cl_int>(!known.empty()), partial, losses);
  EnergyStock sum;
  for (const EnergyStock& s : stream().read_all(partial)) add(sum, s);
  if (lost)
    for (const double v : stream().read_all(losses)) *lost += v;
  return sum;
}

// Returns the contribution of the rims' charges to the next step, by node with poles. Empty without rims.
template <class T>
std::vector<double> EnergyMeter<T>::known_at_rims(FieldArray a) {
  const typename Poles<T>::Array& own = at_.poles[a];
  if (own.host_rims.empty()) return {};
  const std::vector<T> fields = stream().read_all(own.rim_fields);
  std::vector<double> known(own.nodes.count, 0);
  for (std::size_t k = 0; k < fields.size(); ++k)
    known[static_cast<std::size_t>(own.host_rims[k].number)] +=
        static_cast<double>(own.host_rims[k].c) * static_cast<double>(fields[k]);
  return known;
}

// Returns ½(pTp − ¼jTj). Rims that drive poles do not touch the ends of the region.
template <class T>
double EnergyMeter<T>::stored_at_rims(FieldArray a) {
  const typename Poles<T>::Array& own = at_.poles[a];
  if (own.host_rims.empty()) return 0;
  const typename Poles<T>::Array& other = at_.poles[a == FieldArray::hx ? FieldArray::hy : FieldArray::hx];
  const std::vector<T> states = stream().read_all(own.states),
                       others = other.nodes.empty() ? std::vector<T>() : stream().read_all(other.states);
  const auto sum_of = [](const std::vector<T>& values, const DispersiveNodes& nodes, int number) {
    std::pair<double, double> all{0, 0};
    for (std::size_t k = 0; k < nodes.poles && number >= 0; ++k) {
      const std::size_t n = 2 * k * nodes.count + static_cast<std::size_t>(number);
      all.first += static_cast<double>(values[n]), all.second += static_cast<double>(values[n + nodes.count]);
    }
    return all;
  };
  double sum = 0;
  for (std::size_t n = 0; n < own.host_rims.size(); ++n) {
    const RimAt<T>& r = own.host_rims[n];
    const auto [p, current] = sum_of(states, own.nodes, r.number);
    double with_p = static_cast<double>(r.own) * p, with_j = static_cast<double>(r.own) * current;
    for (int k = 0; k < 4; ++k) {
      const auto [p_there, j_there] = sum_of(others, other.nodes, r.neighbours[k]);
      with_p += static_cast<double>(r.weights.w[k]) * p_there;
      with_j += static_cast<double>(r.weights.w[k]) * j_there;
    }
    sum += 0.5 * own.rim_units[n] * (p * with_p - 0.25 * current * with_j);
  }
  return sum;
}

template class EnergyMeter<float>;
template class EnergyMeter<double>;

}  // namespace ez::opencl
