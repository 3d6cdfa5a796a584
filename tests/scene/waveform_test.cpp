// Tests waveforms: their values against the formulas of docs/scene-format.md, their bands against a sum over their
// values, points from files, and messages about mistakes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>

#include "scene_reading.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

double sine(double cycles, double degrees = 0) { return std::sin(2 * pi * cycles + degrees * pi / 180); }

// ---- values

TEST(Waveforms, chirp_sweeps_evenly_and_fades_at_its_ends) {
  const Chirp w{.from = 2e9, .to = 12e9, .duration = 10e-9, .delay = 1e-9, .phase = 30};
  for (const double t : {0.3e-9, 1.2e-9, 1.7e-9, 3e-9, 6.4e-9, 9.9e-9, 10.4e-9, 10.9e-9, 11.5e-9}) {
    const double s = t - 1e-9;
    double fade = 1;
    if (s < 1e-9) fade = std::pow(std::sin(pi * s / 2e-9), 2);
    if (s > 9e-9) fade = std::pow(std::sin(pi * (10e-9 - s) / 2e-9), 2);
    if (s < 0 || s > 10e-9) fade = 0;
    EXPECT_NEAR(w.value(t, 0), fade * sine(2e9 * s + 1e18 * s * s / 2, 30), 1e-11) << t;
  }
  EXPECT_EQ(w.value(0.999e-9, 0), 0);
  EXPECT_EQ(w.value(11.001e-9, 0), 0);
  // Sweeps down as well as up.
  const Chirp down{.from = 12e9, .to = 2e9, .duration = 10e-9};
  EXPECT_NEAR(down.value(4e-9, 0), sine(12e9 * 4e-9 - 1e18 * 16e-18 / 2), 1e-11);
}

TEST(Waveforms, step_rises_once_and_stays) {
  const Step w{.rise = 2e-9, .delay = 1e-9};
  EXPECT_EQ(w.value(0.5e-9, 0), 0);
  EXPECT_EQ(w.value(1e-9, 0), 0);
  EXPECT_NEAR(w.value(1.5e-9, 0), std::pow(std::sin(pi / 8), 2), 1e-15);
  EXPECT_NEAR(w.value(2e-9, 0), 0.5, 1e-15);
  EXPECT_EQ(w.value(3e-9, 0), 1);
  EXPECT_EQ(w.value(1, 0), 1);
  EXPECT_TRUE(is_continuous(w));
  EXPECT_FALSE(is_continuous(Chirp{1e9, 2e9, 1e-9, 0, 0}));
}

TEST(Waveforms, table_is_linear_between_its_points_and_zero_outside) {
  const Tabulated w{.t = {1, 2, 4}, .w = {0.5, -1, 3}, .file = ""};
  for (const auto& [t, value] :
       {std::pair(0.99, 0.0), {1.0, 0.5}, {1.5, -0.25}, {2.0, -1.0}, {3.0, 1.0}, {4.0, 3.0}, {4.01, 0.0}})
    EXPECT_NEAR(w.value(t, 0), value, 1e-15) << t;
  EXPECT_EQ(largest_of(w), 3);
  const PulseTimes times = w.times();
  EXPECT_EQ(times.begin, 1);
  EXPECT_EQ(times.peak, 4);
  EXPECT_EQ(times.end, 4);
  const PulseTimes quiet = Tabulated{.t = {0, 1, 2, 3, 4, 5}, .w = {0, 0, 1e-6, -2, 0, 0}, .file = ""}.times();
  EXPECT_EQ(quiet.begin, 1);
  EXPECT_EQ(quiet.rise, 2);
  EXPECT_EQ(quiet.peak, 3);
  EXPECT_EQ(quiet.end, 4);
  EXPECT_EQ(Tabulated().value(1, 0), 0);
}

TEST(Waveforms, noise_depends_on_its_seed_has_the_power_of_a_sine_and_ends) {
  const Noise w{.from = 5e9, .to = 15e9, .duration = 40e-9, .seed = 7}, other{5e9, 15e9, 40e-9, 8};
  double power = 0, most = 0, product = 0;
  int count = 0;
  for (double t = 4e-9; t < 36e-9; t += 7e-12, ++count) {
    const double v = w.value(t, 0);
    ASSERT_EQ(v, w.value(t, 1.5));
    power += v * v;
    product += v * other.value(t, 0);
    most = std::max(most, std::abs(v));
  }
  EXPECT_NEAR(power / count, 0.5, 0.1);
  EXPECT_LT(std::abs(product / count), 0.1);
  EXPECT_LT(most, largest_of(w));
  EXPECT_EQ(w.value(-1e-12, 0), 0);
  EXPECT_EQ(w.value(40.1e-9, 0), 0);
  // The value is the same on every machine.
  EXPECT_NEAR(w.value(20e-9, 0), -0.539754764001, 1e-9);
}

// ---- bands and times

struct Spectrum {
  double step = 0;
  std::vector<double> db;  // level at the k-th multiple of `step`, relative to the largest
  double most_beyond(double low, double high) const {
    double out = -1e9;
    for (std::size_t k = 0; k < db.size(); ++k)
      if (const double f = step * static_cast<double>(k); f < low || f > high) out = std::max(out, db[k]);
    return out;
  }
};
Spectrum spectrum_of(const Waveform& w, double end, double top) {
  constexpr int lines = 600;
  const double dt = 0.2 / top;
  Spectrum out{1.5 * top / lines, {}};
  std::vector<double> values;
  for (double t = 0; t < end; t += dt) values.push_back(waveform_value(w, t));
  double most = 0;
  for (int k = 0; k < lines; ++k) {
    std::complex<double> sum = 0, factor = 1;
    const std::complex<double> turn = std::polar(1.0, -2 * pi * out.step * k * dt);
    for (const double v : values) sum += v * factor, factor *= turn;
    out.db.push_back(std::abs(sum));
    most = std::max(most, std::abs(sum));
  }
  for (double& v : out.db) v = 20 * std::log10(v / most);
  return out;
}

TEST(Waveforms, chirp_and_noise_stay_in_their_bands) {
  const double length = 10e-9;
  for (const auto& [from, to] : {std::pair(8e9, 8e9), {8e9, 8.5e9}, {12e9, 4e9}, {5e9, 30e9}}) {
    std::vector<Waveform> waveforms = {Chirp{from, to, length, 1e-9, 20}};
    for (int seed = 0; seed < 6; ++seed) waveforms.push_back(Noise{from, to, length, seed});
    for (const Waveform& w : waveforms) {
      const Band band = band_of(w);
      const Spectrum s = spectrum_of(w, 12e-9, band.top);
      EXPECT_LT(s.most_beyond(band.low, band.high), -40) << kind_of(w) << " " << from << " " << to;
      EXPECT_LT(s.most_beyond(0, band.top), -80) << kind_of(w) << " " << from << " " << to;
      EXPECT_LE(band.low, std::min(from, to));
      EXPECT_GE(band.high, std::max(from, to));
      EXPECT_LT(band.high - std::max(from, to), 2.5e9) << "no wider than its duration requires";
    }
  }
}

TEST(Waveforms, a_table_has_the_band_of_its_values) {
  const Modulated pulse{10e9, 0.2e-9, {}, 90};
  Tabulated w;
  for (int k = 0; k <= 400; ++k) {
    w.t.push_back(1.8e-9 * k / 400);
    w.w.push_back(pulse.value(w.t.back(), 0));
  }
  EXPECT_NEAR(w.band().low, pulse.band().low, 0.03 * pulse.band().low);
  EXPECT_NEAR(w.band().high, pulse.band().high, 0.03 * pulse.band().high);
  EXPECT_NEAR(1 / w.swing(), 10e9, 0.2e9);
}

TEST(Waveforms, know_when_they_begin_and_end) {
  Tabulated table;
  for (int k = 0; k <= 1000; ++k) {
    table.t.push_back(k * 4e-12);
    table.w.push_back(Hann{5e9, 5, 1e-9, 90}.value(table.t.back(), 0));
  }
  for (const Waveform& w : {Waveform(Chirp{5e9, 9e9, 2e-9, 1e-9, 90}), Waveform(Step{1e-9, 1e-9}), Waveform(table),
                            Waveform(Noise{5e9, 9e9, 3e-9, 2})}) {
    const PulseTimes t = pulse_times(w);
    double before = 0, early = 0, late = 0, most = 0;
    for (double x = 0; x < 8e-9; x += 1e-12) {
      const double v = std::abs(waveform_value(w, x));
      if (x < t.begin) before = std::max(before, v);
      if (x < t.rise) early = std::max(early, v);
      if (x > t.end) late = std::max(late, v);
      most = std::max(most, v);
    }
    EXPECT_LE(before, 4e-8) << kind_of(w);
    EXPECT_LE(early, 4e-5) << kind_of(w);
    EXPECT_LE(late, 4e-3) << kind_of(w);
    EXPECT_LE(most, largest_of(w) * (1 + 1e-12)) << kind_of(w);
    EXPECT_GE(extent_of(w).time, std::isinf(t.end) ? t.peak : t.end) << kind_of(w);
  }
}

// ---- conversion between kinds

TEST(Waveforms, of_every_kind_convert_to_valid_ones_of_every_other) {
  const double dt = 1e-12;
  Scene s = parsed(
      "ezscope = 1\nunit = \"mm\"\n[grid]\ncells = [64, 64]\ncell = 1\n[[source]]\nkind = \"point\"\nat = "
      "[32, 32]\nwaveform = { kind = \"cw\", frequency = 5e9 }\n");
  for (std::size_t from = 0; from < std::variant_size_v<Waveform>; ++from)
    for (std::size_t to = 0; to < std::variant_size_v<Waveform>; ++to) {
      const Waveform first = converted(Cw{.frequency = 5e9}, from, dt);
      s.sources[0].waveform = converted(first, to, dt);
      EXPECT_EQ(validate(s).size(), 0u) << kind_of(first) << " to " << kind_of(s.sources[0].waveform);
      // The time scale is similar: less than ten times faster or slower.
      EXPECT_LT(std::abs(std::log(oscillation_period(s.sources[0].waveform) * 5e9)), std::log(10.0)) << kind_of(first);
      EXPECT_EQ(parsed(write_scene(s)), s);
    }
}

// ---- points in files

class PointsFile : public testing::Test {
 protected:
  PointsFile() { fs::create_directories(folder_ / "deep"); }
  ~PointsFile() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  SceneResult load(const std::string& waveform, const std::string& name = "scene.toml") {
    write(name, least + "[[source]]\nkind = 'point'\nat = [20, 16]\nwaveform = { kind = 'table', " + waveform + " }\n");
    return load_scene((folder_ / name).string());
  }
  std::string why(const std::string& waveform) {
    const SceneResult result = load(waveform);
    EXPECT_FALSE(result.scene);
    std::string out;
    for (const Message& m : result.messages) out += (out.empty() ? "" : " + ") + to_string(m);
    const std::string where = (folder_ / "scene.toml").string();
    return out.starts_with(where) ? out.substr(where.size() + 1) : out;
  }
  const fs::path folder_ = fs::path(testing::TempDir()) /
                           fmt::format("ez-points-{}", testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(PointsFile, is_read_next_to_the_scene_and_becomes_part_of_it) {
  write("deep/pulse.csv", "\xef\xbb\xbft_s,w\r\n# half a sine\r\n0, 0\r\n+1e-9; 0.5\r\n\r\n2.5e-9\t-1\r\n");
  const SceneResult result = load("file = 'deep/pulse.csv'");
  ASSERT_TRUE(result.scene) << to_string(result.messages.front());
  EXPECT_TRUE(result.messages.size() <= 1);
  const Tabulated want{.t = {0, 1e-9, 2.5e-9}, .w = {0, 0.5, -1}, .file = ""};
  EXPECT_EQ(std::get<Tabulated>(result.scene->sources[0].waveform), want);
  // Saved anywhere, the scene stays the same without the file.
  fs::remove(folder_ / "deep/pulse.csv");
  const std::string text = write_scene(*result.scene);
  EXPECT_EQ(text.find("file"), std::string::npos);
  EXPECT_EQ(parse_scene(text, "elsewhere.toml").scene, result.scene);
}

TEST_F(PointsFile, keeps_the_comments_of_its_scene_at_their_places) {
  write("pulse.csv", "0 0\n1e-9 1\n2e-9 0\n");
  const std::string text = least +
                           "# gone\n[[source]]\nkind = 'point'\nat = [2, 16]\nwaveform = { kind = 'table', t = "
                           "[0, 1], w = [0, 1] }\n# kept\n[[source]]\nkind = 'point'\nat = [20, 16]\nwaveform "
                           "= { kind = 'table', file = 'pulse.csv' }\n";
  write("scene.toml", text);
  Scene s = *load_scene((folder_ / "scene.toml").string()).scene;
  s.sources.erase(s.sources.begin());
  bool lost = false;
  const std::string out =
      write_scene_keeping_comments(s, text, &lost, origin_of_file((folder_ / "scene.toml").string()));
  EXPECT_NE(out.find("# kept\n[[source]]"), std::string::npos) << out;
  EXPECT_EQ(out.find("# gone"), std::string::npos) << out;
  EXPECT_TRUE(lost);
}

TEST_F(PointsFile, mistakes_are_reported_with_their_line_and_a_remedy) {
  const std::string at = "8:37: source.0.waveform.file is \"p.csv\"";
  EXPECT_EQ(
      why("file = 'p.csv'"),
      at + fmt::format(", which cannot be read: No such file or directory; give a path from the scene's folder, {}",
                       folder_.string()));
  EXPECT_NE(why("file = 'deep'").find("it is not a file; give a path"), std::string::npos);
  const auto said = [&](const std::string& text, const std::string& want) {
    write("p.csv", text);
    EXPECT_EQ(why("file = 'p.csv'"), at + want);
  };
  said("0 0\n1 x\n", ": line 2: \"x\" is not a number; give t in s and w");
  said("0 0\n1 nan\n", ": line 2: \"nan\" is not a number; give t in s and w");
  said("t w\n0 0\n1 2 3\n", ": line 3: has 3 columns; give 2, t in s and w");
  said("# a\n\n0 0\n1 2\n1 3\n", ": line 5: the time 1 is not after 1; put the times in ascending order");
  said("0 0\n", ", which has 1 point; give 2 or more");
  said("", ", which has 0 points; give 2 or more");
  EXPECT_EQ(why("file = 'p.csv', t = [0, 1]"),
            "8:37: source.0.waveform.file is given together with t or w; give either the file or the two lists");
  const std::string variant = least +
                              "[[source]]\nkind = 'point'\nat = [20, 16]\nwaveform = { kind = 'cw', frequency = "
                              "1e6 }\n[[variant]]\nname = 'a'\nset = { \"source.0.waveform\" = { kind = "
                              "'table', file = 'p.csv' } }\n";
  const SceneResult result = parse_scene(variant, "t.toml");
  ASSERT_EQ(result.messages.size(), 1u);
  EXPECT_NE(to_string(result.messages[0]).find("can only be read with a scene file; give t and w instead"),
            std::string::npos);
}

// ---- validation

std::string said(const std::string& waveform, const std::string& cell = "1") {
  const std::string at = cell == "1" ? "[20, 10]" : "[0.02, 0.01]";
  const SceneResult result =
      parse_scene("ezscope = 1\n[grid]\ncells = [64, 32]\ncell = " + cell + "\n[[source]]\nkind = 'point'\nat = " + at +
                      "\nwaveform = { kind = " + waveform + " }\n",
                  "t");
  std::string out;
  for (const Message& m : result.messages) out += (out.empty() ? "" : " + ") + to_string(m);
  return out;
}

TEST(WaveformRules, mistakes_in_a_table_are_reported_at_their_place) {
  const std::string point = "source.0.waveform";
  EXPECT_EQ(said("'table'"), "t:8:12: source.0.waveform has no points; give t and w, or a file");
  EXPECT_EQ(said("'table', t = [0, 1, 2], w = [1, 2]"),
            "t:8:49: source.0.waveform.w has 2 values, but source.0.waveform.t has 3; give as many of each");
  EXPECT_EQ(said("'table', t = [0, 2, 2], w = [1, 2, 3]"),
            "t:8:41: source.0.waveform.t.2 is 2, which is not after 2; put the times in ascending order");
  EXPECT_EQ(said("'table', t = [0], w = [1]"), "t:8:34: source.0.waveform.t has 1 time; give 2 or more");
  EXPECT_EQ(said("'table', t = [0, 1], w = [1, 'a']"), "t:8:50: source.0.waveform.w.1 is a string; give a number");
  EXPECT_EQ(said("'table', t = [0, 1], w = [1, inf]"), "t:8:46: source.0.waveform.w is inf; give a finite number");
}

TEST(WaveformRules, every_frequency_and_rise_must_be_resolved_by_the_grid) {
  const auto path = [](const std::string& text) { return text.substr(0, text.find(" is ")); };
  EXPECT_EQ(said("'chirp', from = 1e9, to = 20e9, duration = 1e-8", "1e-3"), "");
  EXPECT_EQ(path(said("'chirp', from = 1e9, to = 31e9, duration = 1e-8", "1e-3")),
            "warning: t:8:47: source.0.waveform.to");
  EXPECT_EQ(path(said("'noise', from = 40e9, to = 20e9, duration = 1e-8", "1e-3")),
            "warning: t:8:37: source.0.waveform.from");
  EXPECT_EQ(
      said("'step', rise = 2e-11", "1e-3"),
      "warning: t:8:36: source.0.waveform.rise is 2e-11 s, the time to cross 6 cells in the background, where the "
      "grid's dispersion becomes visible; give at least 3.336e-11, or --refine 1.7, which makes grid.cell = 0.0005882");
  EXPECT_EQ(said("'step', rise = 3.336e-11", "1e-3"), "");
  EXPECT_EQ(said("'noise', from = 1e9, to = 2e9, duration = 1e-8, seed = -1", "1e-3"),
            "t:8:76: source.0.waveform.seed is -1; give 0 or more");
}

TEST(WaveformRules, have_a_remedy_for_each_problem) {
  Scene s = parsed(
      "ezscope = 1\n[grid]\ncells = [64, 32]\ncell = 1e-3\n[[source]]\nkind = 'point'\nat = [0.02, "
      "0.01]\nwaveform = { kind = 'cw', frequency = 1e9 }\n");
  for (const Waveform& w : {Waveform(Chirp{50e9, 1e9, 1e-8, 0, 0}), Waveform(Step{1e-12, 0}),
                            Waveform(Noise{1e9, 60e9, 1e-8, 0}), Waveform(Chirp{5e9, 1e9, 1e-8, 0, 36000})}) {
    s.sources[0].waveform = w;
    const std::vector<Message> found = validate(s);
    ASSERT_EQ(found.size(), 1u) << kind_of(w);
    EXPECT_FALSE(repair_words(s, found[0]).empty()) << kind_of(w);
    EXPECT_TRUE(validate(repaired(s, found[0])).empty()) << kind_of(w);
  }
}

}  // namespace
}  // namespace ez
