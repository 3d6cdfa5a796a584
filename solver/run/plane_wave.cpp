#include "solver/run/plane_wave.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/FFT>

#include "solver/base/constants.h"
#include "solver/scene/plane_wave_size.h"
#include "solver/theory/dispersion.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

YeeGrid grid_of(const WavePath& w) { return {w.dx, w.dy, w.dt, w.eps / eps0 * (w.mu / mu0), 1}; }

// Returns the field of each array relative to Ez, for a wave e^{i(ωt − k·r)}.
std::array<double, 3> ratios(const WavePath& w, double omega, double k) {
  const Vec2 way = w.direction();
  const double v = 1 / std::sqrt(w.eps * w.mu), time = std::sin(omega * w.dt / 2) / w.dt;
  const auto along = [&](double part, double delta) {
    return omega == 0 ? part / v : std::sin(k * part * delta / 2) / delta / time;
  };
  return {1, along(way.y, w.dy) / w.mu, -along(way.x, w.dx) / w.mu};
}

// Returns the weights of Lagrange's polynomial at x for the nodes 0 … count−1.
template <int count>
std::array<double, count> lagrange(double x) {
  std::array<double, count> out{};
  for (int k = 0; k < count; ++k) {
    double weight = 1;
    for (int n = 0; n < count; ++n)
      if (n != k) weight *= (x - n) / (k - n);
    out[static_cast<std::size_t>(k)] = weight;
  }
  return out;
}

// Falls from 1 at 0 to 0 at 1 with continuous derivatives of all orders.
double faded(double x) {
  if (x <= 0) return 1;
  if (x >= 1) return 0;
  const double down = std::exp(-1 / (1 - x)), up = std::exp(-1 / x);
  return down / (down + up);
}

}  // namespace

struct PlaneWave::Spectrum {
  std::vector<Complex> wave;  // spectrum of the waveform, by frequency
  std::vector<double> omega;  // rad/s
  std::vector<double> late;   // k − ω/v in rad/m: phase added per metre at the retarded time
  std::vector<std::array<double, 3>> ratio;
};

PlaneWave::PlaneWave(const WavePath& way, const Waveform& waveform, double turn)
    : way_(way), speed_(1 / std::sqrt(way.eps * way.mu)), sample_(way.dt / 2) {
  const YeeGrid grid = grid_of(way);
  const double theta = way.angle * pi / 180;
  const auto lateness = [&](double omega) {  // NaN if the grid does not support the wave
    return omega == 0 ? 0 : discrete_wavenumber(grid, omega, theta) - omega / speed_;
  };
  const PlaneWaveSize size = plane_wave_size(grid, way.angle, way.reach, waveform);
  double end = size.end;
  WaveTables tables;
  tables.view.steady = std::numeric_limits<long long>::max();
  tables.view.samples = static_cast<long long>(size.samples) + 2LL * lead;
  if (size.fade > 0) {
    tables.view.steady = static_cast<long long>(size.steady / sample_) + lead;
    tables.view.samples += wave_taps;
    end += wave_taps * sample_;
    become_steady(waveform, turn);
  }
  std::size_t length = 64;
  while (length < static_cast<std::size_t>(tables.view.samples)) length *= 2;

  std::vector<Complex> in(length), out;
  for (std::size_t n = lead; n < length; ++n) {
    const double t = static_cast<double>(n - lead) * sample_;
    if (t > end) break;
    in[n] = waveform_value(waveform, t, turn) * (size.fade > 0 ? faded((t - (end - size.fade)) / size.fade) : 1);
  }
  Eigen::FFT<double> fft;
  fft.fwd(out, in);
  Spectrum s;
  for (std::size_t k = 0; k <= length / 2; ++k) {
    const double omega = 2 * pi * static_cast<double>(k) / (static_cast<double>(length) * sample_);
    // Above the sampling limit, the relation would repeat lower frequencies.
    const double late = omega * way.dt < pi ? lateness(omega) : std::numeric_limits<double>::quiet_NaN();
    s.omega.push_back(omega);
    s.late.push_back(std::isnan(late) ? 0 : late);
    s.wave.push_back(std::isnan(late) ? 0 : out[k]);
    s.ratio.push_back(std::isnan(late) ? std::array<double, 3>{} : ratios(way, omega, late + omega / speed_));
  }
  spacing_ = size.spacing, first_ = size.first;
  tables.view.tables = static_cast<int>(size.tables) + wave_tables;
  tabulate(tables, s);
  tables_ = std::make_shared<const WaveTables>(std::move(tables));
}

void PlaneWave::tabulate(WaveTables& to, const Spectrum& s) const {
  const std::size_t length = 2 * (s.omega.size() - 1), tables = static_cast<std::size_t>(to.view.tables);
  const auto samples = static_cast<std::size_t>(to.view.samples);
  Eigen::FFT<double> fft;
  std::vector<Complex> at(length), field;
  for (auto& values : to.values) values.assign(samples * tables, 0);
  for (std::size_t m = 0; m < tables; ++m) {
    const double d = first_ + static_cast<double>(m) * spacing_;
    for (const FieldArray array : all_arrays) {
      for (std::size_t k = 0; k < s.omega.size(); ++k) {
        at[k] = s.wave[k] * s.ratio[k][index_of(array)] * std::polar(1.0, -s.late[k] * d);
        if (k > 0 && k < length / 2) at[length - k] = std::conj(at[k]);
      }
      at[length / 2] = 0;
      fft.inv(field, at);
      for (std::size_t n = 0; n < samples; ++n) to.values[index_of(array)][n * tables + m] = field[n].real();
    }
  }
}

void PlaneWave::become_steady(const Waveform& waveform, double turn) {
  const double omega = 2 * pi * frequency(waveform).value_or(0);
  omega_ = omega;
  wavenumber_ = omega == 0 ? 0 : discrete_wavenumber(grid_of(way_), omega, way_.angle * pi / 180);
  // The grid does not support such a wave: the source emits nothing.
  if (std::isnan(wavenumber_)) return void(wavenumber_ = 0);
  // w = Re(P·e^{iωt}), from two times a quarter of a period apart.
  const double t = pulse_times(waveform).peak, quarter = omega == 0 ? 0 : pi / 2 / omega;
  const double now = waveform_value(waveform, t, turn);
  const Complex wave(now, omega == 0 ? 0 : -waveform_value(waveform, t + quarter, turn));
  const std::array<double, 3> ratio = ratios(way_, omega, wavenumber_);
  for (const FieldArray array : all_arrays)
    phasors_[index_of(array)] = wave * std::polar(1.0, -omega * t) * ratio[index_of(array)];
}

WaveColumn PlaneWave::column(FieldArray array, double at, double begin) const {
  WaveColumn c;
  c.array = static_cast<int>(index_of(array));
  const double place = (at - first_) / spacing_;
  c.table = std::clamp(static_cast<int>(place) - 1, 0, tables_->view.tables - wave_tables);
  const auto across = lagrange<wave_tables>(place - c.table);
  std::copy(across.begin(), across.end(), c.across);
  // A step is two samples, so the position between two samples is the same at every step.
  const double sample = (begin - at / speed_) / sample_ + lead, whole = std::floor(sample);
  constexpr int before = wave_taps / 2 - 1;  // taps
  const auto along = lagrange<wave_taps>(sample - whole + before);
  std::copy(along.begin(), along.end(), c.along);
  c.sample = static_cast<long long>(whole) - before;
  const Complex steady = phasors_[index_of(array)] * std::polar(1.0, omega_ * begin - wavenumber_ * at);
  c.cosine = steady.real(), c.sine = steady.imag();
  return c;
}

}  // namespace ez
