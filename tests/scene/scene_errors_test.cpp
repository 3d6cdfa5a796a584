// Tests every mistake that a scene file can hold: its place, the message, and the suggested name.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "solver/base/utf8.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/text/toml_text.h"

namespace ez {
namespace {

const std::string head = "ezscope = 1\n[grid]\ncells = [64, 32]\ncell = 1\n";  // four lines
const std::string lamp = "[[source]]\nkind = 'point'\nat = [20, 16]\nwaveform = { kind = 'cw', frequency = 1e7 }\n";

struct Mistake {
  std::string text;
  std::string said;  // "line:column: text", the start of the message
};

std::ostream& operator<<(std::ostream& out, const Mistake& m) { return out << m.said; }

std::string all_of(const std::vector<Message>& messages) {
  std::string out;
  for (const Message& m : messages) out += to_string(m) + "\n";
  return out;
}

class SceneMistake : public testing::TestWithParam<Mistake> {};

// One mistake gives one message, at its place.
TEST_P(SceneMistake, is_reported_at_its_place) {
  const SceneResult result = parse_scene(GetParam().text, "t.toml");
  EXPECT_FALSE(result.scene.has_value());
  ASSERT_EQ(result.messages.size(), 1u) << all_of(result.messages);
  const std::string want = "t.toml:" + GetParam().said;
  EXPECT_EQ(to_string(result.messages[0]).substr(0, want.size()), want);
  EXPECT_NE(result.messages[0].text.find("; "), std::string::npos) << "no remedy";
}

INSTANTIATE_TEST_SUITE_P(
    Syntax, SceneMistake,
    testing::Values(Mistake{"ezscope = 1\ntitle = \n", "2:9: not TOML: "},
                    Mistake{"ezscope = 1\nezscope = 2\n", "2:11: not TOML: "},
                    Mistake{"ezscope = 1\n[grid\n", "2:6: not TOML: "},
                    Mistake{"\xff\xfe", "1:1: not TOML: the text is UTF-16; save it as UTF-8"},
                    Mistake{"ezscope = 1\ntitle = “x”\n",
                            "2:9: not TOML: only strings and comments may contain such a character; "},
                    Mistake{"ezscope = 1\ntitle = 'é' é\n", "2:13: not TOML: only"},
                    Mistake{"ezscope = 1\ntitle = a'×'\n", "2:9: not TOML: "},
                    Mistake{"ezscope = 1\ntitle = \"é\\é\"\n",
                            "2:12: not TOML: Error while parsing string: unknown escape sequence '\\é'"},
                    Mistake{"ezscope = 1\ntitle = \"\\U00100041\"\n", "2:10: a character of the private plane"},
                    Mistake{"ezscope = 1\ntitle = \"a\\u0000b\"\n" + head.substr(head.find('[')),
                            "2:9: title contains the control character U+0000; remove it"},
                    Mistake{head + "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1\n", "5:32: a key has too many parts; "}));

// Layers of four cells, which leave space for the box; seven lines.
std::string far_box(const std::string& min, const std::string& max) {
  return "[boundary]\ncpml = { cells = 4 }\n[[monitor]]\nname = 'm'\nkind = 'far'\nmin = " + min + "\nmax = " + max +
         "\nfrequency = 1e6\n";
}
const std::string flux = "[[monitor]]\nname = 'm'\nkind = 'flux'\nfrom = [1, 1]\nto = [1, 9]\n";  // five lines

INSTANTIATE_TEST_SUITE_P(
    Monitors, SceneMistake,
    testing::Values(
        Mistake{head + flux, "5:1: monitor.0 has no frequencies; give either `frequencies` or `band"},
        Mistake{head + flux + "frequencies = [1e6]\nband = [1e6, 2e6, 3]\n",
                "11:8: monitor.0 has both frequencies and a band; "},
        Mistake{head + flux + "band = [2e6, 1e6, 3]\n", "10:8: monitor.0.band goes from 2e+06 to 1e+06 Hz; "},
        Mistake{head + flux + "band = [1e6, 2e6, 2.5]\n", "10:8: monitor.0.band has 2.5 frequencies; give a whole"},
        // the number is refused even if a formula reads the monitor first
        Mistake{head + flux +
                    "band = [1e6, 2e6, 2000000000]\n[[check]]\nname = 'c'\nmeasured = 'flux(\"m\", 1e6)'\n"
                    "theory = '1'\nwithin = 0.1\n",
                "10:8: monitor.0.band has 2e+09 frequencies; give a whole"},
        Mistake{head + flux + "band = [1e6, 2e6, 1]\n", "10:8: monitor.0.band has 1 frequency; give a whole"},
        Mistake{head + flux + "band = [1e6, 2e6]\n", "10:8: monitor.0.band is a list of 2 values; give three numbers"},
        Mistake{head + flux + "frequencies = [1e6, -1.0]\n", "10:15: monitor.0.frequencies is -1; give a frequency"},
        Mistake{head + flux + "frequencies = [1e9]\n",
                "10:15: monitor.0.frequencies is 1e+09 Hz, above the limit of two steps per period; "},
        Mistake{head + flux + "frequencies = [1e6]\n" + flux + "frequencies = [1e6]\n",
                "12:8: the name \"m\" is used twice; give this monitor another name"},
        Mistake{head + "[[monitor]]\nname = 'm'\nkind = 'flux'\nfrom = [1, 1]\nto = [1.2, 1]\nfrequencies = [1e6]\n",
                "9:6: monitor.0.from and monitor.0.to are on the same node; "},
        Mistake{head + "[[monitor]]\nname = 'm'\nkind = 'flux'\nfrom = [1, 1]\nto = [1, 99]\nfrequencies = [1e6]\n",
                "9:6: monitor.0.to = [1, 99] is outside the grid; "},
        Mistake{head + "[[monitor]]\nname = ''\nkind = 'resonance'\nat = [1, 1]\nband = [1e6, 2e6]\n",
                "6:8: monitor.0.name is empty; "},
        Mistake{head + "[[monitor]]\nname = 'm'\nkind = 'resonance'\nat = [1, 1]\nband = [2e6, 1e6]\n",
                "9:8: monitor.0.band is [2e+06, 1e+06]; give two frequencies"},
        Mistake{head + "[[monitor]]\nname = 'm'\nkind = 'far'\nmin = [9, 9]\nmax = [2, 20]\nfrequency = 1e6\n",
                "8:7: monitor.0.min is not below and left of monitor.0.max; "},
        Mistake{head + far_box("[12, 12]", "[20, 18]") + "angles = [0, 90, 0]\n",
                "13:10: monitor.0.angles is [0, 90, 0]; "},
        Mistake{head + far_box("[9, 9]", "[60, 25]"),
                "11:7: monitor.0.max reaches into the layer or boundary at the right "},
        Mistake{head + far_box("[9, 0]", "[20, 25]"),
                "10:7: monitor.0.min reaches into the layer or boundary at the bottom "},
        Mistake{head + "background = 'w'\n[[material]]\nname = 'w'\nsigma = 1\n" + far_box("[12, 12]", "[20, 18]"),
                "11:1: monitor.0 measures the far field, but the background \"w\" has losses; "},
        Mistake{head + "[boundary]\ntop = 'periodic'\nbottom = 'periodic'\ncpml = { cells = 4 }\n[[monitor]]\n"
                       "name = 'm'\nkind = 'far'\nmin = [12, 12]\nmax = [20, 18]\nfrequency = 1e6\n",
                "9:1: monitor.0 measures the far field, but the bottom side is periodic; give boundary.bottom another "
                "kind"},
        Mistake{head +
                    "[[material]]\nname = 'w'\neps = 2\n[[shape]]\nkind = 'circle'\nmaterial = 'w'\n"
                    "center = [20, 15]\nradius = 2\n" +
                    far_box("[12, 12]", "[20, 18]"),
                "15:1: monitor.0's box crosses \"w\" at node ("},
        Mistake{head + "[[monitor]]\nname = 'm'\nkind = 'flow'\n",
                "7:8: monitor.0.kind is \"flow\", which is not known"}));

// A late pulse and a wave with a long period both need whole tables.
const std::string wave = "[boundary]\ncpml = { cells = 4 }\n[[source]]\nkind = 'plane'\n";
INSTANTIATE_TEST_SUITE_P(
    PlaneWave, SceneMistake,
    testing::Values(Mistake{head + wave + "waveform = { kind = 'ricker', frequency = 1e7, delay = 10.0 }\n",
                            "9:56: source.0.waveform.delay needs tables of "},
                    Mistake{head + wave + "waveform = { kind = 'cw', frequency = 0.01 }\n",
                            "9:39: source.0.waveform.frequency needs tables of "},
                    Mistake{head + wave + "waveform = { kind = 'gaussian', width = 10.0 }\n",
                            "9:12: source.0.waveform needs tables of "},
                    Mistake{head + lamp +
                                "[[source]]\nkind = 'point'\nat = [30, 16]\n"
                                "waveform = { kind = 'noise', from = 1e6, to = 2e6, duration = 1e-5, "
                                "seed = 2147483648 }\n",
                            "12:76: source.1.waveform.seed is 2147483648; give a whole number up to 2147483647"}));

INSTANTIATE_TEST_SUITE_P(
    Format, SceneMistake,
    testing::Values(Mistake{"[grid]\ncells = [64, 32]\ncell = 1\n", "1:1: ezscope is missing; "},
                    Mistake{"ezscope = 2\nanything = true\n",
                            "1:11: the file is of format version 2, which is newer than this program"},
                    Mistake{"ezscope = 0\n", "1:11: ezscope is 0, which is not a format version; write ezscope = 1"},
                    Mistake{"ezscope = '1'\n[grid]\ncells = [64, 32]\ncell = 1\n",
                            "1:11: ezscope is a string; give a whole number"},
                    Mistake{"ezscope = 1\n", "1:1: grid is missing; "},
                    Mistake{"ezscope = 1\ngird = 3\n[grid]\ncells = [64, 32]\ncell = 1\n",
                            "2:1: unknown key \"gird\" in the scene; did you mean \"grid\"?"},
                    Mistake{"titel = 'x'\n" + head, "1:1: unknown key \"titel\" in the scene; did you mean \"title\"?"},
                    Mistake{
                        "zzz = 'x'\n" + head,
                        "1:1: unknown key \"zzz\" in the scene; give one of boundary, check, design, ezscope, fault"},
                    Mistake{"unit = 'inch'\n" + head,
                            "1:8: unit is \"inch\", which is not known; give one of m, cm, mm, um, nm, cell"},
                    Mistake{"unit = 'MM'\n" + head, "1:8: unit is \"MM\", which is not known; did you mean \"mm\"?"},
                    Mistake{"title = 3\n" + head, "1:9: title is a whole number; give a string"}));

INSTANTIATE_TEST_SUITE_P(
    Grid, SceneMistake,
    testing::Values(
        Mistake{"ezscope = 1\n[grid]\ncell = 1\n", "2:1: grid.cells is missing; "},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 32]\n", "2:1: grid.cell is missing; "},
        Mistake{"ezscope = 1\n[grid]\ncells = [0, 0]\ncell = 1\n",
                "3:9: grid.cells is [0, 0]; give 16 to 131072 cells"},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 131073]\ncell = 1\n", "3:9: grid.cells is [64, 131073]; "},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 99999999999999]\ncell = 1\n",
                "3:9: grid.cells is [64, 99999999999999]; give 16 to 131072 cells along each axis"},
        Mistake{"ezscope = 1\n[grid]\ncells = [64.0, 32]\ncell = 1\n", "3:9: grid.cells is not two whole numbers; "},
        Mistake{"ezscope = 1\n[grid]\ncells = 64\ncell = 1\n", "3:9: grid.cells is not two whole numbers; "},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 32]\ncell = 0\n", "4:8: grid.cell is 0 m; "},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 32]\ncell = [1, -1]\n", "4:8: grid.cell is -1 m; "},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 32]\ncell = [1]\n",
                "4:8: grid.cell is a list of 1 value; give a list of two numbers, or one number for both"},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 32]\ncell = nan\n", "4:8: grid.cell is nan m; "},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 32]\ncell = 'x'\n",
                "4:8: grid.cell is a string; give a list of two numbers, or one number for both"},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 32]\ncell = []\n", "4:8: grid.cell is an empty list; give a list"},
        Mistake{"ezscope = 1\n[grid]\ncells = [64, 32]\ncell = [1, 'x']\n",
                "4:12: grid.cell.1 is a string; give a number"},
        Mistake{head + "courant = 1.01\n", "5:11: grid.courant is 1.01; give a number above 0 and at most 1"},
        Mistake{head + "courant = 0\n", "5:11: grid.courant is 0; "},
        Mistake{head + "courant = inf\n", "5:11: grid.courant is inf; "},
        Mistake{head + "polarization = 'hx'\n",
                "5:16: grid.polarization is \"hx\", which is not known; did you mean \"hz\"?"},
        Mistake{head + "precision = 'flaot'\n",
                "5:13: grid.precision is \"flaot\", which is not known; did you mean \"float\"?"},
        Mistake{head + "background = 'vacum'\n",
                "5:14: grid.background is \"vacum\", which is not a material; did you mean \"vacuum\"?"},
        Mistake{head + "[gird]\n", "5:2: unknown key \"gird\" in the scene; did you mean \"grid\"?"},
        Mistake{"grid = 3\nezscope = 1\n", "1:8: grid is a whole number; give a table"}));

INSTANTIATE_TEST_SUITE_P(
    Boundary, SceneMistake,
    testing::Values(
        Mistake{head + "[boundary]\nleft = 'cmpl'\n",
                "6:8: boundary.left is \"cmpl\", which is not known; did you mean \"cpml\"?"},
        Mistake{head + "[boundary]\nlefft = 'pec'\n", "6:1: unknown key \"lefft\" in boundary; did you mean \"left\"?"},
        Mistake{head + "[boundary]\ntop = 'periodic'\n",
                "6:7: boundary.top is periodic but bottom is not; set both sides to periodic"},
        Mistake{head + "[boundary.cpml]\ncells = 0\n",
                "6:9: boundary.cpml.cells is 0; give a whole number from 1 to 131072"},
        Mistake{head + "[boundary.cpml]\ncells = 2.5\n", "6:9: boundary.cpml.cells is 2.5; give a whole number"},
        Mistake{head + "[boundary.cpml]\ncells = 9999999999\n",
                "6:9: boundary.cpml.cells is 9999999999; give a whole number from 1 to 131072"},
        Mistake{head + "[boundary]\ncpml = 4\n",
                "6:8: boundary.cpml is a whole number; give a table, [boundary.cpml] or { … }"},
        Mistake{head + "[boundary]\nleft = 'x'\n",
                "6:8: boundary.left is \"x\", which is not known; give one of pec, pmc, mur1, mur2, cpml, periodic"},
        Mistake{head + "[boundary.cpml]\ncells = 15\n",
                "6:9: boundary.cpml.cells is 15, which leaves 2 of 32 nodes along y; give at most 14"},
        Mistake{"ezscope = 1\n[grid]\ncells = [16, 16]\ncell = 1\n",
                "1:1: boundary.cpml.cells is 10, which leaves 0 of 16 nodes along x; give at most 6"},
        Mistake{head + "[boundary.cpml]\norder = -1\n", "6:9: boundary.cpml.order is -1; give 0 or more"},
        Mistake{head + "[boundary.cpml]\nsigma = inf\n", "6:9: boundary.cpml.sigma is inf; give 0 or more"},
        Mistake{head + "[boundary.cpml]\nkappa = 0.9\n", "6:9: boundary.cpml.kappa is 0.9; give 1 or more"},
        Mistake{head + "[boundary.cpml]\nalpha = nan\n", "6:9: boundary.cpml.alpha is nan; give 0 or more"}));

INSTANTIATE_TEST_SUITE_P(
    Lab, SceneMistake,
    testing::Values(
        Mistake{head + "[boundary.cpml]\nfactor = { left = -1 }\n",
                "6:19: boundary.cpml.factor.left is -1; give 0 or more"},
        Mistake{head + "[boundary.cpml]\nfactor = { letf = 1 }\n",
                "6:12: unknown key \"letf\" in boundary.cpml.factor; did you mean \"left\"?"},
        Mistake{head + "[boundary.cpml]\nfactor = 2\n",
                "6:10: boundary.cpml.factor is a whole number; give a table, [boundary.cpml.factor] or { … }"},
        Mistake{"hidden_fault = -1\n" + head, "1:16: hidden_fault is -1; give a seed from 0 to 1000000000"},
        Mistake{"hidden_fault = 5000000000\n" + head,
                "1:16: hidden_fault is 5000000000; give a seed from 0 to 1000000000"},
        Mistake{"hidden_fault = -5000000000\n" + head, "1:16: hidden_fault is -5000000000; give a seed from 0 to"},
        Mistake{"hidden_fault = 1000000001\n" + head, "1:16: hidden_fault is 1000000001; give a seed from 0 to"},
        Mistake{"hidden_fault = true\n" + head, "1:16: hidden_fault is true; give a whole number"},
        Mistake{head + "[reflection]\non = 1\n", "6:6: reflection.on is a whole number; give true or false"},
        Mistake{head + "[reflection]\nsides = ['left', 'rihgt']\n",
                "6:18: reflection.sides is \"rihgt\", which is not known; did you mean \"right\"?"},
        Mistake{head + "[reflection]\nsides = 'left'\n",
                "6:9: reflection.sides is a string; give a list of words, [\"left\", …]"},
        Mistake{head + "[reflection]\nsides = [1]\n",
                "6:10: reflection.sides.0 is a whole number; give a word in quotes"},
        Mistake{head + "[reflection]\nsides = []\n", "6:9: reflection.sides is empty; name a side, or leave"},
        Mistake{head + "[reflection]\nsides = ['left', 'left']\n", "6:9: reflection.sides names left twice; "},
        Mistake{head + "[boundary]\nleft = 'periodic'\nright = 'periodic'\n[reflection]\nsides = ['top', 'left']\n",
                "9:9: reflection.sides names left, which is periodic and reflects nothing; remove left"},
        Mistake{head + "[reflection]\nmargin = 8\n",
                "6:10: reflection.margin is 8; give 16 to 131072 cells, or 0 for an automatic margin"},
        Mistake{head + "[reflection]\nmargin = 9999999999\n",
                "6:10: reflection.margin is 9999999999; give 16 to 131072 cells, or 0 for an automatic margin"},
        Mistake{head + "[reflection]\nmargin = -1\n", "6:10: reflection.margin is -1; give 16 to 131072 cells, or 0"},
        Mistake{head + "[run]\nblock = [9999999999, 1]\n",
                "6:9: run.block is [9999999999, 1]; give two whole numbers from 1 whose product is at most 1024"},
        Mistake{head + "[reflection]\nwindow = -1e-9\n", "6:10: reflection.window is -1e-09; give a time in s, or 0"},
        Mistake{head + "[reflection]\nsdies = ['left']\n",
                "6:1: unknown key \"sdies\" in reflection; did you mean \"sides\"?"},
        Mistake{head + "[[fault]]\nside = 'left'\n", "5:1: fault.0.kind is missing; "},
        Mistake{head + "[[fault]]\nside = 'left'\nkind = 'sigma-half'\n",
                "7:8: fault.0.kind is \"sigma-half\", which is not known; did you mean \"sigma-half-cell\"?"},
        Mistake{head + "[[fault]]\nside = 'west'\nkind = 'wrong-sign'\n",
                "6:8: fault.0.side is \"west\", which is not known; "}));

const std::string mur = "[[variant]]\nname = 'Mur'\n";  // lines 5 and 6
INSTANTIATE_TEST_SUITE_P(
    Variant, SceneMistake,
    testing::Values(
        Mistake{head + "[[variant]]\n", "5:1: variant.0.name is missing; "},
        Mistake{head + "[[variant]]\nname = ''\n", "6:8: variant.0.name is empty; give the variant a name"},
        Mistake{head + mur + mur, "8:8: the name \"Mur\" is used twice; give this variant another name"},
        Mistake{head + mur +
                    "[[variant]]\nname = 'b'\n[[variant]]\nname = 'c'\n[[variant]]\nname = 'd'\n"
                    "[[variant]]\nname = 'e'\n",
                "13:1: 5 variants; give at most 4"},
        Mistake{head + mur + "sets = { }\n", "7:1: unknown key \"sets\" in variant.0; did you mean \"set\"?"},
        Mistake{head + mur + "set = 3\n", "7:7: variant.0.set is a whole number; give a table, [variant.set] or { … }"},
        Mistake{head + mur + "set = { 'boundary.left' = 'mur3' }\n",
                "7:27: variant \"Mur\": boundary.left is \"mur3\", which is not known; did you mean \"mur1\"?"},
        Mistake{head + mur + "set = { 'boundary.lefft' = 'mur1' }\n",
                "7:28: variant \"Mur\": unknown key \"lefft\" in boundary; did you mean \"left\"?"},
        Mistake{head + mur + "set = { 'boundary.left' = 'periodic' }\n",
                "7:27: variant \"Mur\": boundary.left is periodic but right is not; "},
        Mistake{head + mur + "set = { grid.courant = 2 }\n",
                "7:24: variant \"Mur\": grid.courant is 2; give a number above 0 and at most 1"},
        Mistake{head + mur + "[variant.set]\ngrid.courant = 2\n", "8:16: variant \"Mur\": grid.courant is 2; "},
        Mistake{head + mur + "set = { 'grid.cells' = [64, 20] }\n",
                "7:7: variant \"Mur\": boundary.cpml.cells is 10, which leaves 0 of 20 nodes along y; "},
        Mistake{head + mur + "set = { 'source.0.amplitude' = 2 }\n",
                "7:32: variant \"Mur\": source has no entry \"0\"; it is empty"},
        Mistake{head + mur + "set = { 'title' = 'x' }\n",
                "7:19: variant \"Mur\": title is the same for all variants; remove it"},
        Mistake{head + mur + "set = { 'variant.0.name' = 'x' }\n",
                "7:28: variant \"Mur\": variant.0.name is the same for all variants; "},
        Mistake{head + mur + "set = { 'boundary.left' = 1979-05-27 }\n",
                "7:27: variant.0.set.boundary.left contains a date or time; give a number, a text or a list"},
        Mistake{head + mur + "set = { 'boundary.left' = 'pec', boundary.left = 'pmc' }\n",
                "7:27: variant.0.set sets \"boundary.left\" twice; keep one"}));

const std::string fog = "[[material]]\nname = 'fog'\n";
INSTANTIATE_TEST_SUITE_P(
    Material, SceneMistake,
    testing::Values(
        Mistake{head + "[[material]]\neps = 2\n", "5:1: material.0.name is missing; "},
        Mistake{head + "[[material]]\nname = ''\n", "6:8: material.0.name is empty; "},
        Mistake{head + "[[material]]\nname = 'pmc'\n", "6:8: the name \"pmc\" is built in; "},
        Mistake{head + fog + fog, "8:8: the name \"fog\" is used twice; "},
        Mistake{head + fog + "preset = 'sliver'\n",
                "7:10: material.0.preset is \"sliver\", which is not known; did you mean \"silver\"?"},
        Mistake{head + fog + "poles = [{ kind = 'drude' }]\n", "7:10: material.0.poles.0.plasma is missing; "},
        Mistake{head + fog + "poles = [{ kind = 'drud', plasma = 1e9 }]\n",
                "7:19: material.0.poles.0.kind is \"drud\", which is not known; did you mean \"drude\"?"},
        Mistake{head + fog + "poles = [{ kind = 'debye', strength = 1, tau = 0 }]\n",
                "7:48: material.0.poles.0.tau is 0; give a number above 0"},
        Mistake{head + fog + "poles = 3\n",
                "7:9: material.0.poles is a whole number; give a list of tables, [[material.poles]] or [{ … }, …]"},
        Mistake{head + fog + "poles = [3]\n", "7:10: material.0.poles.0 is a whole number; give a table, { … }"},
        Mistake{head + fog + "magnetic_poles = [{ kind = 'drude', plasma = 0 }]\n",
                "7:46: material.0.magnetic_poles.0.plasma is 0; give a number above 0"},
        Mistake{head + fog + "eps = 0\n", "7:7: material.0.eps is 0; give a number above 0"},
        Mistake{head + fog + "mu = -1\n", "7:6: material.0.mu is -1; give a number above 0"},
        Mistake{head + fog + "sigma = -1\n", "7:9: material.0.sigma is -1; give 0 or more"},
        Mistake{head + fog + "sigma_m = nan\n", "7:11: material.0.sigma_m is nan; give 0 or more"},
        Mistake{head + fog + "sigam = 1\n", "7:1: unknown key \"sigam\" in material.0; did you mean \"sigma\"?"},
        Mistake{head + fog + "color = 'red'\n",
                "7:9: material.0.color is not a colour; write, for example, \"#88c0ff\""},
        Mistake{head + fog + "color = '#-8c0ff'\n", "7:9: material.0.color is not a colour; "},
        Mistake{head + "[material]\nname = 'fog'\n", "5:1: material is a table; give a list of tables, [[material]]"},
        Mistake{head + fog + "eps = 0.5\n",
                "5:1: the smallest eps × the smallest mu is 0.5, where courant = 0.99 is unstable; give grid.courant = "
                "0.7071"}));

const std::string rod = "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [9, 9]\nradius = 2\n";
const std::string circle = "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [9, 9]\n";
INSTANTIATE_TEST_SUITE_P(
    Shape, SceneMistake,
    testing::Values(
        Mistake{head + circle, "5:1: shape.0.radius is missing; "},
        Mistake{head + circle + "radius = 0\n", "9:10: shape.0.radius is 0; give a number above 0"},
        Mistake{head + circle + "radius = 1e300\n",
                "9:10: shape.0.radius is 1e+300, more than 1e9 cells; check the unit, which is m"},
        Mistake{head + circle + "raduis = 3\n", "9:1: unknown key \"raduis\" in shape.0; did you mean \"radius\"?"},
        Mistake{head + circle + "radius = 3\nangle = 3\n",
                "10:1: unknown key \"angle\" in shape.0; give one of center, copies, kind"},
        Mistake{head + "[[shape]]\nkind = 'circel'\nmaterial = 'pec'\nfoo = 1\n",
                "6:8: shape.0.kind is \"circel\", which is not known; did you mean \"circle\"?"},
        Mistake{head + "[[shape]]\nmaterial = 'pec'\nradius = 3\n", "5:1: shape.0.kind is missing; "},
        Mistake{head + "[[shape]]\nkind = 'circle'\nmaterial = 'pce'\ncenter = [9, 9]\nradius = 3\n",
                "7:12: shape.0.material is \"pce\", which is not a material; did you mean \"pec\"?"},
        Mistake{head + "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [9, 'x']\nradius = 3\n",
                "8:14: shape.0.center.1 is a string; give a number"},
        Mistake{head + "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [9]\nradius = 3\n",
                "8:10: shape.0.center is a list of 1 value; give two numbers, [x, y]"},
        Mistake{head + "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [9, nan]\nradius = 3\n",
                "8:10: shape.0.center is nan; give a finite number"},
        Mistake{head + "[[shape]]\nkind = 'ring'\nmaterial = 'pec'\ncenter = [9, 9]\ninner = 4\nouter = 3\n",
                "9:9: shape.0.inner is 4, which exceeds the outer radius 3; "},
        Mistake{head + "[[shape]]\nkind = 'ellipse'\nmaterial = 'pec'\ncenter = [9, 9]\nradii = [4, 0]\n",
                "9:9: shape.0.radii is 0; give a number above 0"},
        Mistake{head + "[[shape]]\nkind = 'rect'\nmaterial = 'pec'\nmin = [9, 9]\nmax = [8, 10]\n",
                "8:7: shape.0.min is not below shape.0.max; "},
        Mistake{head + "[[shape]]\nkind = 'rect'\nmaterial = 'pec'\nmin = [9, 9]\n", "5:1: shape.0.max is missing; "},
        Mistake{head + "[[shape]]\nkind = 'rect'\nmaterial = 'pec'\nmax = [-9, 9]\n", "5:1: shape.0.min is missing; "},
        Mistake{head + "[[shape]]\nkind = 'rect'\nmaterial = 'pec'\ncenter = [9, 9]\nsize = [8, -1]\n",
                "9:8: shape.0.size is -1; give a number above 0"},
        Mistake{head + "[[shape]]\nkind = 'rect'\nmaterial = 'pec'\ncenter = [9, 9]\nsize = [8, 1]\nangle = inf\n",
                "10:9: shape.0.angle is inf; give a finite number"},
        Mistake{head + "[[shape]]\nkind = 'polygon'\nmaterial = 'pec'\npoints = [[9, 9], [8, 8]]\n",
                "8:10: shape.0.points has 2 points; give 3 or more"},
        Mistake{head + "[[shape]]\nkind = 'polygon'\nmaterial = 'pec'\npoints = [[9, 9]]\n",
                "8:10: shape.0.points has 1 point; give 3 or more"},
        Mistake{head + "[[shape]]\nkind = 'polygon'\nmaterial = 'pec'\npoints = [[9, 9], [8, 8], [1]]\n",
                "8:27: shape.0.points.2 is a list of 1 value; give two numbers, [x, y]"},
        Mistake{head + "[[shape]]\nkind = 'stroke'\nmaterial = 'pec'\npoints = []\nradius = 1\n",
                "8:10: shape.0.points is empty; "},
        Mistake{head + rod + "copies = 3\n",
                "10:10: shape.0.copies is a whole number; give a table, [shape.copies] or { … }"},
        Mistake{head + rod + "copies = { count = 3 }\n", "10:10: shape.0.copies.kind is missing; "},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [3, 3] }\n",
                "10:10: shape.0.copies.a1 is missing; "},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [0, 3], a1 = [4, 0] }\n",
                "10:38: shape.0.copies.count is [0, 3]; give numbers of at least 1, and at most 10000 copies in total"},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [101, 100], a1 = [4, 0] }\n",
                "10:38: shape.0.copies.count is [101, 100]; give numbers of at least 1"},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [1000000000, 1000000000], a1 = [4, 0] }\n",
                "10:38: shape.0.copies.count is [1000000000, 1000000000]; give numbers of at least 1"},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [9999999999, 1], a1 = [4, 0] }\n",
                "10:38: shape.0.copies.count is [9999999999, 1]; give numbers of at least 1, and at most 10000 copies"},
        Mistake{head + rod + "copies = { kind = 'around', count = 9999999999, center = [9, 9] }\n",
                "10:37: shape.0.copies.count is 9999999999; give 1 to 10000"},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [3, 1], a1 = [0, 0] }\n",
                "10:51: shape.0.copies.a1 is [0, 0], so all copies coincide; "},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [3, 2], a1 = [4, 0], a2 = [0, 0] }\n",
                "10:64: shape.0.copies.a2 is [0, 0], so all rows coincide; "},
        Mistake{head + rod + "copies = { kind = 'around', count = 0, center = [9, 9] }\n",
                "10:37: shape.0.copies.count is 0; give 1 to 10000"},
        Mistake{head + rod + "copies = { kind = 'around', count = 3, center = [9, 9], a1 = [9, 9] }\n",
                "10:57: unknown key \"a1\" in shape.0.copies; "},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [3, 3], a1 = [9, 9], pitch = 9 }\n",
                "10:59: unknown key \"pitch\" in shape.0.copies; give one of a1, a2, count, kind"}));

const std::string image = "[[shape]]\nkind = 'image'\nmin = [1, 1]\nmax = [9, 9]\npng = '" +
                          GreyPicture(1, 1, std::vector<std::uint8_t>{9}).text() + "'\n";  // five lines
INSTANTIATE_TEST_SUITE_P(
    Image, SceneMistake,
    testing::Values(
        Mistake{head + image, "5:1: shape.0 has no material; give material, levels or a ramp"},
        Mistake{head + image + "levels = [[0, 'pec'], 3]\n", "10:23: shape.0.levels.1 is not a level; give [grey, "},
        Mistake{head + image + "levels = 3\n", "10:10: shape.0.levels is a whole number; give a list of levels"},
        Mistake{head + image + "levels = [[-5, 'pec']]\n",
                "10:11: shape.0.levels.0 begins at -5; give a grey from 0 (black) to 255 (white)"},
        Mistake{head + image + "ramp = ['pec']\n", "10:8: shape.0.ramp is not two names; give [\"material\", "},
        Mistake{head + "[[shape]]\nkind = 'imgae'\nlevels = [[0, 'pec']]\n",
                "6:8: shape.0.kind is \"imgae\", which is not known; did you mean \"image\"?"}));

const std::string gas =
    "ezscope = 1\nphysics = 'gas'\n[grid]\ncells = [40, 30]\ncell = 0.01\n[[state]]\nname = 'air'\n";
INSTANTIATE_TEST_SUITE_P(
    State, SceneMistake,
    testing::Values(
        Mistake{gas + "density = 1e300\npressure = 1\n",
                "8:11: state.0.density is 1e+300, above the largest number of single precision (3.4e38); use another "
                "value, or grid.precision = \"double\""},
        Mistake{gas + "density = 1\npressure = 1\n[gas]\ngamma = -1e300\n",
                "11:9: gas.gamma is -1e+300; give a number above 1"},
        Mistake{gas + "density = 1\npressure = 1e-39\n",
                "9:12: state.0.pressure is 1e-39, below the smallest number of single precision (1.2e-38); "},
        Mistake{gas + "density = 1\npressure = 1\nvelocity = [0, -1e39]\n",
                "10:12: state.0.velocity is -1e+39, below the lowest number of single precision (-3.4e38)"},
        Mistake{gas + "density = 1\npressure = 1\n[gas]\ngamma = 1e300\n",
                "11:9: gas.gamma is 1e+300, above the largest "},
        Mistake{gas + "density = 1\npressure = 1\n[boundary]\nleft = 'cpm'\n",
                "11:8: boundary.left is \"cpm\", which is not known; give one of periodic, wall, outflow"},
        Mistake{
            gas + "density = 1\npressure = 1\n[boundary]\nleft = 'cpml'\n",
            "11:8: boundary.left is cpml, which is for physics = \"maxwell\"; give one of periodic, wall, outflow"}));

const std::string point = "[[source]]\nkind = 'point'\nat = [20, 16]\n";
INSTANTIATE_TEST_SUITE_P(
    Source, SceneMistake,
    testing::Values(
        Mistake{head + point, "5:1: source.0.waveform is missing; "},
        Mistake{head + point + "waveform = 'cw'\n",
                "8:12: source.0.waveform is a string; give a table, [source.waveform] or { … }"},
        Mistake{head + point + "waveform = { kind = 'cv', frequency = 1 }\n",
                "8:21: source.0.waveform.kind is \"cv\", which is not known; did you mean \"cw\"?"},
        Mistake{head + point + "waveform = { kind = 'gauss', width = 1 }\n",
                "8:21: source.0.waveform.kind is \"gauss\", which is not known; did you mean \"gaussian\"?"},
        Mistake{head + point + "waveform = { kind = 'cw' }\n", "8:12: source.0.waveform.frequency is missing; "},
        Mistake{head + point + "waveform = { kind = 'cw', frequency = 0 }\n",
                "8:39: source.0.waveform.frequency is 0; "},
        Mistake{head + point + "waveform = { kind = 'cw', frequency = 1, ramp = -1 }\n",
                "8:49: source.0.waveform.ramp is -1; "},
        Mistake{head + point + "waveform = { kind = 'cw', frequency = 1, phase = nan }\n",
                "8:50: source.0.waveform.phase is nan; "},
        Mistake{head + point + "waveform = { kind = 'gaussian', width = 0 }\n", "8:41: source.0.waveform.width is 0; "},
        Mistake{head + point + "waveform = { kind = 'ricker', frequency = 1, delay = inf }\n",
                "8:54: source.0.waveform.delay is inf; "},
        Mistake{head + point + "waveform = { kind = 'cw', frequency = 1, width = 1 }\n",
                "8:42: unknown key \"width\" in source.0.waveform; give one of"},
        Mistake{head + lamp + "amplitude = inf\n", "9:13: source.0.amplitude is inf; give a finite number"},
        Mistake{head + lamp + "hard = 1\n", "9:8: source.0.hard is a whole number; give true or false"},
        Mistake{head + lamp + "form = [1, 2]\n", "9:1: unknown key \"form\" in source.0; "},
        Mistake{head + "[[source]]\nkind = 'point'\nat = [64, 16]\nwaveform = { kind = 'cw', frequency = 1 }\n",
                "7:6: source.0.at = [64, 16] is outside the grid; give x from 0 to 63 and y from 0 to 31 m"},
        Mistake{head + "[[source]]\nkind = 'line'\nfrom = [20, 20]\nto = [20, -1]\nwaveform = { kind = 'cw', frequency "
                       "= 1 }\n",
                "8:6: source.0.to = [20, -1] is outside the grid; "},
        Mistake{head + "[[source]]\nkind = 'line'\nfrom = [20, 20]\nto = [20.2, 20]\nwaveform = { kind = 'cw', "
                       "frequency = 1 }\n",
                "8:6: source.0.from and source.0.to are on the same node; "}));

INSTANTIATE_TEST_SUITE_P(
    ProbeAndView, SceneMistake,
    testing::Values(
        Mistake{head + "[[probe]]\nat = [1, 1]\n", "5:1: probe.0.name is missing; "},
        Mistake{head + "[[probe]]\nname = 'a,b'\nat = [1, 1]\n",
                "6:8: probe.0.name becomes the head of a CSV column; "},
        Mistake{head + "[[probe]]\nname = \"a\\nb\"\nat = [1, 1]\n",
                "6:8: probe.0.name contains the control character U+000A; remove it"},
        Mistake{head + "[[probe]]\nname = \"a\\u0000b\"\nat = [1, 1]\n", "6:8: probe.0.name contains the control "},
        Mistake{head + "[[monitor]]\nname = \"\\u001b[2J\"\nkind = 'map'\nfrequency = 1e7\n",
                "6:8: monitor.0.name contains the control character U+001B; remove it"},
        Mistake{head + "[[source]]\nname = \"a\\tb\"\n" + lamp.substr(lamp.find("kind")),
                "6:8: source.0.name contains the control character U+0009; remove it"},
        Mistake{head + "[[material]]\nname = \"a\\u202eb\"\n",
                "6:8: material.0.name contains the control character U+202E; remove it"},
        Mistake{head + "[[variant]]\nname = \"a\\u0085b\"\n",
                "6:8: variant.0.name contains the control character U+0085; remove it"},
        Mistake{head + "[[probe]]\nname = 'a'\nat = [1, 1]\n[[probe]]\nname = 'a'\nat = [1, 1]\n",
                "9:8: the name \"a\" is used twice; "},
        Mistake{head + "[[probe]]\nname = 't_s'\nat = [1, 1]\n", "6:8: probe.0.name is \"t_s\", which is the head "},
        Mistake{"source = [3]\n" + head, "1:11: source.0 is a whole number; give a table, { … }"},
        Mistake{head + "[[probe]]\nname = 'a'\nat = [1, 99]\n", "7:6: probe.0.at = [1, 99] is outside the grid; "},
        Mistake{head + "[[probe]]\nname = 'a'\nat = 3\n", "7:6: probe.0.at is a whole number; give two numbers"},
        Mistake{head + "probe = 3\n", "5:1: unknown key \"probe\" in grid; "},
        Mistake{head + "[view]\nquantity = 'hz'\n",
                "6:12: view.quantity is \"hz\", which is not known; did you mean \"ez\"?"},
        Mistake{head + "[view]\nrange = -1\n", "6:9: view.range is -1; give 0 or more"},
        Mistake{head + "[view]\ncolormap = 'virdis'\n",
                "6:12: view.colormap is \"virdis\", which is not known; did you mean \"viridis\"?"}));

const std::string mover = "[[source]]\nkind = 'point'\nwaveform = { kind = 'cw', frequency = 1e7 }\n";
const std::string way = "path = [[8, 9], [30, 9]]\n";
INSTANTIATE_TEST_SUITE_P(
    Motion, SceneMistake,
    testing::Values(
        Mistake{head + mover, "5:1: source.0.at is missing; "},
        Mistake{head + mover + way,
                "8:8: source.0.path needs a speed; give either source.0.speed in m/s or source.0.beta"},
        Mistake{head + mover + way + "beta = 0.5\nspeed = 1e8\n", "8:8: source.0.path needs a speed; "},
        Mistake{head + mover + way + "beta = 1\n", "9:8: source.0.beta is 1; give a number above 0, to 0.999"},
        Mistake{head + mover + way + "speed = 3e8\n",
                "9:9: source.0.speed moves at 1.00069 c; give at most 0.999 c = "},
        Mistake{head + mover + "path = [[8, 9]]\nbeta = 0.5\n", "8:8: source.0.path has 1 point; give 2 or more"},
        Mistake{head + mover + "path = [[8, 9], [8.5, 9.5]]\nbeta = 0.5\n",
                "8:8: source.0.path is shorter than a cell; "},
        Mistake{head + mover + "path = [[8, 9], [88, 9]]\nbeta = 0.5\n",
                "8:17: source.0.path.1 = [88, 9] is outside the grid; "},
        Mistake{head + mover + way + "beta = 0.5\nhard = true\n", "10:8: source.0.hard is true, but a moving source"},
        Mistake{head + mover + way + "beta = 0.5\ncharge = true\n",
                "10:10: source.0.charge is true, but its current flows in the plane, "},
        Mistake{head + "polarization = 'hz'\n" + mover + way + "beta = 0.5\ncharge = true\nwidth = 6\n",
                "12:9: source.0.width is 6 cells; give 5 or less"},
        Mistake{head + "polarization = 'hz'\n" + mover + "at = [8, 9]\ncharge = true\n",
                "10:10: source.0.charge is true, but the charge does not move; "},
        Mistake{head + "[[monitor]]\nname = 'a'\nkind = 'map'\nfrequency = 1e7\nminus_empty = true\n",
                "9:15: monitor.0.minus_empty is true, but a map only shows this run; "}));

// ---- a scene with warnings is still usable

class SceneWarning : public testing::TestWithParam<Mistake> {};

TEST_P(SceneWarning, is_reported_and_the_scene_is_read) {
  const SceneResult result = parse_scene(GetParam().text, "t.toml");
  EXPECT_TRUE(result.scene.has_value());
  ASSERT_EQ(result.messages.size(), 1u) << all_of(result.messages);
  const std::string want = "warning: t.toml:" + GetParam().said;
  EXPECT_EQ(to_string(result.messages[0]).substr(0, want.size()), want);
}

const std::string ball = "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [8, 16]\nradius = 2\n";
const std::string box_of_wave =
    wave + "box = { min = [14, 8], max = [30, 24] }\nwaveform = { kind = 'cw', frequency = 1e7 }\n";
const std::string pec_wall = "[[shape]]\nkind = 'rect'\nmaterial = 'pec'\nmin = [18, 0]\nmax = [22, 31]\n";
INSTANTIATE_TEST_SUITE_P(
    Some, SceneWarning,
    testing::Values(
        Mistake{head + fog +
                    "poles = [{ kind = 'drude', plasma = 1e9 }]\n[[shape]]\nkind = 'circle'\nmaterial = 'fog'\n" +
                    "center = [2, 30]\nradius = 5\n[boundary]\nleft = 'mur1'\n",
                "14:8: boundary.left is mur1, which absorbs only one speed, but \"fog\" there has poles; use cpml, "
                "which absorbs it"},
        Mistake{head + fog +
                    "poles = [{ kind = 'drude', plasma = 1.9e7 }]\nmagnetic_poles = [{ kind = 'drude', plasma = 1.9e7 "
                    "}]\n" +
                    "[[shape]]\nkind = 'circle'\nmaterial = 'fog'\ncenter = [12, 16]\nradius = 5\n" + lamp +
                    "[boundary]\nleft = 'cpml'\n",
                "19:8: boundary.left has a layer that \"fog\" enters, where ε and μ are below 0 at 1e+07 Hz"},
        Mistake{head + fog + "mu = 100\nsigma = 1e4\n[[shape]]\nkind = 'circle'\nmaterial = 'fog'\n" +
                    "center = [12, 16]\nradius = 5\n" + lamp,
                "7:6: material.0.mu is 100, but at 1e+07 Hz waves penetrate \"fog\" by only 0.000159 m, "},
        Mistake{head + "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [-9, 9]\nradius = 3\n",
                "5:1: shape.0 is completely outside the grid; "},
        Mistake{head + "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [9.5, 9.5]\nradius = 0.1\n",
                "5:1: shape.0 is between nodes and covers none; "},
        Mistake{head + flux + "frequencies = [3e6]\n" + lamp,
                "10:15: monitor.0.frequencies is 3e+06 Hz, but no source sends this frequency; give 1e+07"},
        Mistake{"ezscope = 1\nphysics = 'heat'\n[grid]\ncells = [40, 30]\ncell = 0.01\n[[state]]\nname = 'warm'\n"
                "value = 1\n[[shape]]\nkind = 'rect'\nstate = 'warm'\nmin = [0, 0]\nmax = [0.004, 0.3]\n",
                "9:1: shape.0 covers no cell centre; "},
        Mistake{head + rod + "copies = { kind = 'lattice', count = [3, 2], a1 = [4, 1], a2 = [8, 2] }\n",
                "10:64: shape.0.copies.a2 is parallel to a1, so the rows overlap; "},
        Mistake{head + pec_wall + lamp, "12:6: source.0.at is in pec and has no effect; "},
        Mistake{head + "background = 'pmc'\n" + lamp, "8:6: source.0.at is in pmc and has no effect; "},
        Mistake{head + "[[source]]\nkind = 'point'\nat = [0, 16]\nwaveform = { kind = 'cw', frequency = 1 }\n",
                "7:6: source.0.at is on a boundary that sets the field and has no effect; "},
        Mistake{
            head +
                "[[source]]\nkind = 'line'\nfrom = [0, 0]\nto = [0, 31]\nwaveform = { kind = 'cw', frequency = 1 }\n",
            "7:8: source.0.from is on a boundary"},
        Mistake{head + lamp + "beta = 0.5\n", "9:8: source.0.beta has no effect without source.0.path"},
        Mistake{head + ball + box_of_wave, "5:1: shape.0 is outside the plane wave's box, where no wave reaches it; "},
        Mistake{head + pec_wall + mover + "path = [[19, 5], [19, 25]]\nbeta = 0.5\n",
                "13:8: source.0.path is in pec and has no effect; "}));

// The memory is reported before it is allocated.
TEST(SceneWarning, reports_the_memory_for_many_spectra) {
  const std::string grid = "ezscope = 1\n[grid]\ncells = [4096, 4096]\ncell = 1\n";
  const auto line = [](int k, int n) {
    return fmt::format(
        "[[monitor]]\nname = 'm{}'\nkind = 'line'\nfrom = [1, {}]\nto = [4090, {}]\nband = [1e5, 1e6, {}]\n", k, k + 20,
        k + 20, n);
  };
  EXPECT_EQ(all_of(parse_scene(grid + line(0, 400), "t").messages), "");
  const SceneResult large = parse_scene(grid + line(0, 400) + line(1, 4096), "t");
  EXPECT_TRUE(large.scene);
  EXPECT_EQ(all_of(large.messages),
            "warning: t:11:1: monitor.1 needs 804 MB for its spectra, and all monitors 883 MB; use fewer frequencies "
            "or shorter lines\n");
  std::string many = grid;
  for (int k = 0; k < 41; ++k) many += line(k, 4096);
  EXPECT_FALSE(parse_scene(many, "t").scene);
}

TEST(SceneWarnings, are_not_raised_if_the_source_has_an_effect) {
  const std::string inside = "[[shape]]\nkind = 'circle'\nmaterial = 'pec'\ncenter = [22, 16]\nradius = 2\n";
  for (const std::string& text :
       {fmt::format("{}{}{}", head, inside, box_of_wave), fmt::format("{}{}{}{}", head, ball, box_of_wave, lamp),
        fmt::format("{}{}[[shape]]\nkind = 'circle'\nmaterial = 'vacuum'\ncenter = [20, 16]\nradius = 1\n{}", head,
                    pec_wall, lamp),
        head + "[boundary]\nleft = 'pmc'\n[[source]]\nkind = 'point'\nat = [0, 16]\nwaveform = { kind = 'cw', "
               "frequency = 1 }\n",
        head + "polarization = 'hz'\n[boundary]\nleft = 'pec'\n[[source]]\nkind = 'point'\nat = [0, 16]\nwaveform = { "
               "kind = 'cw', "
               "frequency = 1 }\n",
        head + pec_wall +
            "[[source]]\nkind = 'line'\nfrom = [20, 9]\nto = [25, 9]\nwaveform = { kind = 'cw', frequency = 1 }\n"})
    EXPECT_EQ(all_of(parse_scene(text, "t.toml").messages), "");
}

// ---- several mistakes at once

TEST(SceneMistakes, are_all_reported_in_the_order_of_the_file) {
  const SceneResult result = parse_scene(
      "ezscope = 1\ntitel = 'x'\n[grid]\ncells = [64, 32]\ncell = 1\ncourant = 2\n[[shape]]\nkind = 'circle'\nmaterial "
      "= 'x'\n"
      "center = 3\nradius = -1\n[view]\nrange = 'a'\n",
      "t.toml");
  std::vector<int> lines;
  for (const Message& m : result.messages) lines.push_back(m.line);
  EXPECT_EQ(lines, (std::vector<int>{2, 6, 9, 10, 11, 13})) << all_of(result.messages);
}

TEST(SceneMistakes, periodic_sides_must_come_in_pairs) {
  const SceneResult result = parse_scene(head + "[boundary]\nleft = 'periodic'\n", "t.toml");
  EXPECT_FALSE(result.scene);
  EXPECT_NE(all_of(result.messages).find("t.toml:6:8: boundary.left is periodic but right is not; set both"),
            std::string::npos);
}

TEST(SceneMistakes, of_a_scene_in_the_window_have_no_place) {
  Scene scene = parse_scene(head + lamp, "").scene.value();
  EXPECT_TRUE(validate(scene).empty());
  scene.sources[0].amplitude = std::numeric_limits<double>::quiet_NaN();
  scene.grid.courant = 3;
  const std::vector<Message> found = validate(scene);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(to_string(found[0]), "grid.courant is 3; give a number above 0 and at most 1");
  EXPECT_EQ(to_string(found[1]), "source.0.amplitude is nan; give a finite number");
}

// ---- values that are hardly intended

struct Doubtful {
  const char* path;
  const char* value;
  const char* said;
};
TEST(DoubtfulNumbers, give_a_warning_with_a_remedy_and_the_limit_gives_none) {
  const std::string text = head +
                           "background = 'glass'\n[boundary]\nleft = 'cpml'\n[boundary.cpml]\ncells = 5\nkappa = 2\n" +
                           "[[material]]\nname = 'glass'\neps = 4\nmu = 1\n" + lamp;
  const Doubtful all[] = {
      {"source.0.waveform.frequency", "2e7", "7.49 cells per wavelength in the background"},
      {"source.0.waveform.frequency", "1e12", "above the limit of two steps per period"},
      {"source.0.waveform.phase", "-7290", "more than ten turns; give -90, which is equivalent"},
      {"boundary.cpml.kappa", "1e6", "give 1 to 100"},
      {"material.0.eps", "2e4", "no medium has such a value"},
      {"material.0.mu", "2e4", "no medium has such a value"},
  };
  ASSERT_EQ(all_of(parse_scene(text, "t.toml").messages), "");
  for (const Doubtful& d : all) {
    const SceneResult result = parse_scene(text, "t.toml", {{d.path, d.value}});
    ASSERT_TRUE(result.scene) << d.path;
    ASSERT_GE(result.messages.size(), 1u) << d.path;
    const std::string said = all_of(result.messages);
    EXPECT_NE(said.find(std::string("warning: ")), std::string::npos) << said;
    EXPECT_NE(said.find(d.said), std::string::npos) << said;
    EXPECT_NE(said.find(d.path), std::string::npos) << said;
  }
  const std::pair<const char*, const char*> fine[] = {
      {"source.0.waveform.frequency", "1.4989e7"}, {"source.0.waveform.phase", "3600"}, {"boundary.cpml.kappa", "100"}};
  for (const auto& [path, value] : fine)
    EXPECT_EQ(all_of(parse_scene(text, "t.toml", {{path, value}}).messages), "") << path;
}

// ---- repairs

TEST(Repairs, remove_the_problem_and_change_nothing_else) {
  const std::string text = head +
                           "[[material]]\nname = 'glass'\neps = 2\n[[shape]]\nkind = 'rect'\nmaterial = 'pec'\n" +
                           "min = [15, 10]\nmax = [26, 22]\n" + lamp + "[[probe]]\nname = 'p'\nat = [3, 3]\n";
  Scene good = *parse_scene(text, "").scene;
  good.shapes.clear();
  ASSERT_TRUE(validate(good).empty());
  std::vector<Scene> wrong(11, good);
  wrong[0].sources[0].geometry = PointSource{{-4, 99}};
  wrong[1].sources[0].geometry = LineSource{{-4, 2}, {70, 9}};
  wrong[2].probes[0].at = {64, 3};
  wrong[3] = *parse_scene(text, "").scene;  // the source is in metal
  wrong[4].shapes = {{Circle{{500, 500}, 2}, "glass"}};
  std::get<Cw>(wrong[5].sources[0].waveform).frequency = 1e12;
  std::get<Cw>(wrong[6].sources[0].waveform).phase = 1e6;
  wrong[7].boundary.cpml.kappa = 1e5;
  wrong[8].boundary.cpml.cells = 30;
  wrong[9].materials[0].eps = 0.3;
  wrong[10].boundary[Side::left] = BoundaryKind::periodic;
  for (std::size_t k = 0; k < wrong.size(); ++k) {
    std::vector<Message> found = validate(wrong[k]);
    ASSERT_FALSE(found.empty()) << k;
    Scene fixed_scene = wrong[k];
    for (int rounds = 0; !found.empty() && rounds < 3; ++rounds) {
      EXPECT_FALSE(repair_words(fixed_scene, found[0]).empty()) << k << ": " << found[0].text;
      fixed_scene = repaired(fixed_scene, found[0]);
      found = validate(fixed_scene);
    }
    EXPECT_EQ(all_of(found), "") << k;
    EXPECT_EQ(fixed_scene.title, good.title);
    EXPECT_EQ(fixed_scene.grid.nx, good.grid.nx);
    EXPECT_EQ(fixed_scene.sources.size(), good.sources.size());
  }
}

TEST(SceneMistakes, of_an_index_of_set_give_the_valid_ones) {
  const auto said = [](const std::string& text, const std::string& path) {
    return all_of(parse_scene(text, "t", {{path, "false"}}).messages);
  };
  EXPECT_EQ(said(head + lamp, "source.1.on"),
            "--set source.1.on=false: source has no entry \"1\"; give index 0, the only one\n");
  EXPECT_EQ(said(head + lamp + lamp, "source.x.on"),
            "--set source.x.on=false: source has no entry \"x\"; give an index from 0 to 1\n");
  EXPECT_EQ(said(head + lamp, "grid.smoothing.x"),
            "--set grid.smoothing.x=false: grid.smoothing is not a table; give true or false\n");
}

TEST(SceneMistakes, of_files_name_the_file) {
  const auto said = [](const std::string& name) { return all_of(load_scene(name).messages); };
  EXPECT_EQ(said("doubleslit"),
            "doubleslit: cannot be read: No such file or directory, and no built-in scene has this name; did you mean "
            "\"double-slit\"?\n");
  EXPECT_EQ(said("/"), "/: cannot be read: Is a directory; check the path and its permissions\n");
}

TEST(SceneMistakes, of_missing_files_suggest_a_similar_file) {
  const std::string folder = fmt::format("{}scenes_beside_{}/", testing::TempDir(), ::getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "slab-quarter.toml") << head;
  std::ofstream(folder + "slab-quart.txt") << head;
  const std::string missing = folder + "slab-quarters.toml";
  EXPECT_EQ(all_of(load_scene(missing).messages), missing +
                                                      ": cannot be read: No such file or directory, and no built-in "
                                                      "scene has this name; did you mean \"" +
                                                      folder + "slab-quarter.toml\"?\n");
  std::filesystem::remove_all(folder);
}

TEST(SceneMistakes, give_a_safe_courant_number) {
  const std::string text = head + "[[material]]\nname = 'thin'\neps = 0.3\nmu = 0.7\n";
  const SceneResult result = parse_scene(text, "t.toml");
  const std::string said = all_of(result.messages);
  const std::size_t at = said.find("give grid.courant = ");
  ASSERT_NE(at, std::string::npos) << said;
  const std::string advice = said.substr(at + 20);
  EXPECT_TRUE(parse_scene(text, "t.toml", {{"grid.courant", advice.substr(0, advice.find('\n'))}}).scene);
}

// No text of a scene may hold the null character, which would cut it off in a title bar, a font or a table of probes.
// Wherever it is inserted into a string, the scene is refused and the line is reported.
TEST(SceneText, must_not_hold_a_null_character) {
  std::mt19937 random(11);
  int tried = 0;
  for (const BuiltinScene& builtin : builtin_scenes()) {
    const std::string text(builtin.text), kinds = text_kinds(text);
    std::vector<std::size_t> strings;  // positions after their opening quotes
    for (std::size_t k = 1; k + 1 < text.size(); ++k)
      if (kinds[k] == quoted && kinds[k - 1] != quoted && text[k] == '"')
        strings.push_back(text.compare(k, 3, "\"\"\"") == 0 ? k + 3 : k + 1);
    ASSERT_FALSE(strings.empty()) << builtin.name;
    std::ranges::shuffle(strings, random);
    strings.resize(std::min<std::size_t>(strings.size(), 8));
    for (const std::size_t at : strings) {
      std::string evil = text;
      const bool behind_a_letter = random() % 2 == 0 && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
      evil.insert(behind_a_letter ? at + 1 : at, "\\u0000");
      const SceneResult result = parse_scene(evil, "t.toml");
      const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      SCOPED_TRACE(fmt::format("{}:{}", builtin.name, line));
      EXPECT_FALSE(result.scene);
      const auto is_here = [&](const Message& m) { return m.kind == Message::Kind::error && m.line == line; };
      EXPECT_TRUE(std::ranges::any_of(result.messages, is_here)) << all_of(result.messages);
      ++tried;
    }
  }
  EXPECT_GT(tried, 500);
  const SceneResult raw = parse_scene(head + "title = \"a" + std::string(1, '\0') + "\"\n", "t.toml");
  EXPECT_FALSE(raw.scene);
  EXPECT_EQ(raw.messages.at(0).line, 5) << all_of(raw.messages);
  // Also if it is set in a scene in memory.
  Scene scene = *parse_scene(head, "t.toml").scene;
  scene.probes.push_back({std::string("p\0q", 3), {20, 16}});
  EXPECT_NE(all_of(validate(scene)).find("probe.0.name contains the control character U+0000; remove it"),
            std::string::npos)
      << all_of(validate(scene));
}

// A scene's text must not control the terminal or break the lines of a script.
TEST(SceneText, is_made_printable) {
  EXPECT_EQ(printable("é\x1b[2J\n\t\x7f\xc2\x9b\xe2\x80\xae\xff\xed"),
            "é\\u001B[2J\\n\\t\\u007F\\u009B\\u202E\\xFF\\xED");
  EXPECT_EQ(printable("a\nb\r", true), "a\nb\\u000D");
  const std::string evil = "\"\\u001B]0;x\\n\\u009B2J\\u202E\"", shown = "\\u001B]0;x\\n\\u009B2J\\u202E";
  const std::string text = head + "background = " + evil + "\n[view]\ncolormap = " + evil +
                           "\n[[material]]\nname = " + evil + "\n[[material]]\nname = " + evil +
                           "\n[run]\nscheme = " + evil + "\n[boundary]\nleft = " + evil + "\n" + evil + " = 1\n";
  const SceneResult result = parse_scene(text, "a\x1b\n.toml", {{"grid.courant", "\"\x1b\n\""}});
  EXPECT_GE(result.messages.size(), 6u);
  for (const Message& m : result.messages) {
    const std::string line = to_string(m);
    EXPECT_EQ(line, printable(line));
    EXPECT_EQ(m.text, printable(m.text)) << "the window shows the message in one line too";
  }
  EXPECT_NE(all_of(result.messages).find(shown), std::string::npos);
}

// ---- messages that lead to a solution

std::string said_of(const std::string& text) { return all_of(parse_scene(text, "t").messages); }
// Returns a scene with a slab of this material, 40 cells thick, and a source in vacuum next to it.
std::string slab_of(const std::string& material, const std::string& waveform) {
  return "ezscope = 1\nunit = 'mm'\n[grid]\ncells = [200, 200]\ncell = 1\n[[material]]\nname = 'slab'\n" + material +
         "\n[[shape]]\nkind = 'rect'\nmaterial = 'slab'\nmin = [80, 20]\nmax = [120, 180]\n[[source]]\nkind = "
         "'point'\nat = [40, 100]\nwaveform = { " +
         waveform + " }\n";
}

// The densest medium in use decides, not the background. The remedy gives ten cells per wavelength in it.
TEST(CoarseGrid, gives_a_warning_for_the_densest_medium_with_a_remedy) {
  const std::string text = slab_of("eps = 11.56", "kind = 'cw', frequency = 24e9");
  EXPECT_EQ(said_of(text),
            "warning: t:17:39: source.0.waveform.frequency is 2.4e+10 Hz, 3.67 cells per wavelength in \"slab\" (n = "
            "3.4, λ = 3.674 mm), where the grid's dispersion becomes visible; give at most 8.817e+09, or --refine 2.8, "
            "which makes grid.cell = 0.3571\n");
  const Scene scene = *parse_scene(text, "t").scene;
  EXPECT_TRUE(validate(refine(scene, 2.8)).empty());
  EXPECT_EQ(validate(refine(scene, 2.7)).size(), 1u);
  EXPECT_EQ(said_of(slab_of("eps = 11.56", "kind = 'cw', frequency = 8.817e9")), "");
  const Message problem = validate(scene).at(0);
  EXPECT_EQ(repair_words(scene, problem), "Set 10 cells per wavelength");
  EXPECT_TRUE(validate(repaired(scene, problem)).empty());
}
TEST(CoarseGrid, counts_media_with_poles_formulas_and_both_polarizations) {
  const std::string cw = "kind = 'cw', frequency = 24e9";
  const auto has = [](const std::string& said, const std::string& words) { return said.find(words) != said.npos; };
  // ε = 1 + 10.56/(1 − (24/1000)²): n = 3.401.
  EXPECT_TRUE(has(said_of(slab_of("poles = [{ kind = 'lorentz', frequency = 1e12, strength = 10.56 }]", cw)),
                  "3.67 cells per wavelength in \"slab\" (n = 3.401, λ = 3.673 mm)"));
  EXPECT_TRUE(has(said_of(slab_of("eps = '2 + 9.56*(r < 30)'", cw)), "3.67 cells per wavelength in \"slab\""));
  EXPECT_TRUE(has(said_of(slab_of("mu = 11.56", cw)), "3.67 cells per wavelength in \"slab\""));
  std::string hz = slab_of("eps = 11.56", cw);
  hz.replace(hz.find("cell = 1\n"), 9, "cell = 1\npolarization = 'hz'\n");
  EXPECT_TRUE(has(said_of(hz), "3.67 cells per wavelength in \"slab\""));
  EXPECT_TRUE(has(said_of(slab_of("eps = 11.56", "kind = 'gaussian', width = 1e-11")),
                  "source.0.waveform.width is 1e-11 s, whose waves have 3.53 cells per wavelength in \"slab\""));
  EXPECT_TRUE(has(said_of(slab_of("eps = 11.56", "kind = 'ricker', frequency = 24e9")), "3.67 cells per wavelength"));
}
// A field that decays within a wavelength has no phase that could go wrong. A material without any shape has no effect.
TEST(CoarseGrid, ignores_conductors_and_unused_materials) {
  const std::string cw = "kind = 'cw', frequency = 24e9";
  EXPECT_EQ(said_of(slab_of("sigma = 1.4e6", cw)), "");
  EXPECT_EQ(said_of(slab_of("poles = [{ kind = 'drude', plasma = 2e15, damping = 1e13 }]", cw)), "");
  EXPECT_NE(said_of(slab_of("eps = 11.56\nsigma = 1", cw)), "");  // Im n/Re n = 0.033
  std::string other = slab_of("eps = 11.56", cw);
  other.replace(other.find("material = 'slab'"), 17, "material = 'pec'");
  EXPECT_EQ(said_of(other), "");
}
// A refinement is advised only if such a grid is possible, and nothing is advised for a formula that has an error.
TEST(CoarseGrid, gives_no_impossible_advice) {
  const std::string cw = "kind = 'cw', frequency = 24e9";
  for (const char* eps : {"1e300*1e300", "1/0", "1e300*1e300*(x > 0)"}) {
    const std::string said = said_of(slab_of(fmt::format("eps = '{}'", eps), cw));
    EXPECT_TRUE(said.starts_with("t:8:7: material.0.eps is ")) << said;
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
  }
  const std::string huge = said_of(slab_of("eps = 1e300", cw));
  EXPECT_NE(huge.find("where the grid's dispersion becomes visible; check the numbers of this medium\n"), huge.npos)
      << huge;
  const std::string dense = said_of(slab_of("eps = 1e10", cw));
  EXPECT_NE(dense.find("becomes visible; give at most 2.997e+05\n"), dense.npos) << dense;
  EXPECT_EQ(said_of(slab_of("sigma = 1e308", cw)), "") << "a conductor";
  for (const char* said : {"nan", "--refine 3"}) EXPECT_EQ((huge + dense).find(said), huge.npos) << huge << dense;
  const Scene scene = *parse_scene(slab_of("eps = 1e300", cw), "t").scene;
  const std::vector<Message> found = validate(scene);
  const auto of_source = std::ranges::find(found, "source.0.waveform.frequency", &Message::path);
  ASSERT_NE(of_source, found.end());
  const Scene fixed_scene = repaired(scene, *of_source);
  EXPECT_EQ(std::get<Cw>(fixed_scene.sources[0].waveform).frequency, 24e9) << "no frequency would help";
}

// Warnings of one kind become one message at the first place, with a list of the others.
TEST(SceneWarnings, of_one_kind_become_one_message) {
  std::string five = head + lamp;
  for (int k = 0; k < 5; ++k)
    five +=
        fmt::format("[[monitor]]\nname = 'm{0}'\nkind = 'flux'\nfrom = [{1}, 1]\nto = [{1}, 9]\nfrequencies = [3e6]\n",
                    k, 10 * k + 5);
  EXPECT_EQ(said_of(five),
            "warning: t:14:15: monitor.0.frequencies is 3e+06 Hz, but no source sends this frequency; give 1e+07 (also "
            "monitor.1.frequencies, monitor.2.frequencies, monitor.3.frequencies, monitor.4.frequencies)\n");
  EXPECT_EQ(validate(*parse_scene(five, "t").scene).size(), 1u);
  // Errors stay separate, because each must be corrected at its place.
  EXPECT_EQ(parse_scene(head + lamp + flux + flux, "t").messages.size(), 3u);
}

TEST(NegativeConstants, lead_to_poles_and_metals) {
  EXPECT_EQ(said_of(slab_of("eps = -11.685", "kind = 'cw', frequency = 4.736e9")),
            "t:8:7: material.0.eps is -11.685; give a number above 0; a negative eps depends on the frequency, so "
            "leave eps out and give poles = [{ kind = \"drude\", plasma = 1.68677e+10 }], which makes eps -11.685 at "
            "4.736e+09 Hz, or a metal with its losses, preset = \"silver\", \"gold\" or \"aluminium\"\n");
  const std::string mu = said_of(slab_of("mu = -1", "kind = 'cw', frequency = 1e9"));
  EXPECT_NE(mu.find("give magnetic_poles = [{ kind = \"drude\", plasma = 1.41421e+09 }]"), mu.npos) << mu;
  // Following the advice has the stated effect.
  const SceneResult drude = parse_scene(
      slab_of("poles = [{ kind = 'drude', plasma = 1.68677e+10 }]", "kind = 'cw', frequency = 4.736e9"), "t");
  ASSERT_TRUE(drude.scene);
  EXPECT_NEAR(1 + susceptibility(drude.scene->materials[0].poles, 4.736e9).real(), -11.685, 1e-4);
}

const std::string periodic_cell =
    "ezscope = 1\nunit = 'mm'\n[grid]\ncells = [300, 60]\ncell = 1\n[boundary]\ntop = 'periodic'\nbottom = "
    "'periodic'\n";
TEST(PlaneWaves, at_an_angle_on_a_periodic_cell_give_reason_and_remedy) {
  EXPECT_EQ(
      said_of(periodic_cell + "[[source]]\nkind = 'plane'\nangle = 20\nwaveform = { kind = 'modulated', frequency "
                              "= 10e9, width = 0.2e-9 }\n"),
      "t:11:9: source.0.angle is 20; between the bottom and the top side the phase of an oblique wave differs by k·sin "
      "θ·period = 246.4° at 1e+10 Hz, but periodic sides repeat the field without a phase (there is no Bloch "
      "boundary); give 0 or 180, which is normal incidence, or set both sides to cpml, make the grid several periods "
      "wide, and use a box or a beam\n");
}
// No box can hold a half-space, but a sheet of current can be placed in front of it.
TEST(PlaneWaves, before_a_half_space_lead_to_a_sheet_of_current) {
  const std::string half =
      "[[material]]\nname = 'quartz'\neps = 2.1\n[[shape]]\nkind = 'rect'\nmaterial = 'quartz'\nmin "
      "= [150.2, -5]\nmax = [400, 70]\n";
  const std::string wave = "[[source]]\nkind = 'plane'\nwaveform = { kind = 'cw', frequency = 10e9 }\n";
  const std::string sheet =
      "a half-space does not fit into a box; instead send the wave from a current sheet, a source of kind \"line\" "
      "from the bottom to the top side, and measure the reflection with minus_empty = true";
  EXPECT_EQ(said_of(periodic_cell + half + wave + "box = { min = [30, 0], max = [120, 59] }\n"),
            "warning: t:12:1: shape.0 is outside the plane wave's box, where no wave reaches it; " + sheet + "\n");
  const std::string cut = said_of(periodic_cell + half + wave);
  EXPECT_NE(cut.find("where the wave is different; " + sheet), cut.npos) << cut;
  EXPECT_EQ(said_of(periodic_cell + half +
                    "[[source]]\nkind = 'line'\nfrom = [40, 0]\nto = [40, 59]\nwaveform = { kind = 'cw', frequency = "
                    "10e9 }\n[[monitor]]\nname = 'back'\nkind = 'flux'\nfrom = [80, 59]\nto = [80, 0]\nfrequencies = "
                    "[10e9]\nminus_empty = true\n"),
            "");
}

const std::string metal_guide =
    "ezscope = 1\nunit = 'mm'\n[grid]\ncells = [281, 61]\ncell = 0.1\n[boundary]\ntop = 'pec'\nbottom = 'pec'\n";
std::string port(double x, bool to_the_right, const std::string& frequency = "30e9") {
  return fmt::format(
      "[[source]]\nkind = 'mode'\nfrom = [{0}, {1}]\nto = [{0}, {2}]\nwaveform = {{ kind = 'modulated', "
      "frequency = {3}, width = 50e-12 }}\n",
      x, to_the_right ? 6 : 0, to_the_right ? 0 : 6, frequency);
}
TEST(OneWaySources, that_send_into_a_nearby_layer_give_a_warning) {
  EXPECT_EQ(said_of(metal_guide + port(3, true)), "");
  EXPECT_EQ(said_of(metal_guide + port(3, false)),
            "warning: t:12:6: source.0 sends to the left of its direction from source.0.from to source.0.to, towards "
            "the left side, only 20 cells away, which absorbs everything; exchange from and to\n");
  EXPECT_EQ(said_of(metal_guide + port(12, false)), "");  // farther away than half a wavelength
}

std::string mode_monitor(const std::string& frequencies) {
  return "[[monitor]]\nname = 'one'\nkind = 'mode'\nfrom = [6, 6]\nto = [6, 0]\nfrequencies = " + frequencies + "\n";
}
TEST(GuidesNearCutOff, give_a_warning_about_the_layers_reflection) {
  EXPECT_EQ(said_of(metal_guide + port(3, true) + mode_monitor("[30e9, 34e9]")), "");
  const std::string said = said_of(metal_guide + port(3, true) + mode_monitor("[24.25e9, 24.9924e9, 25.5e9, 30e9]"));
  EXPECT_EQ(said.find("warning: t:19:15: monitor.0.frequencies begins below the cut-off of mode 0 on this line; up to "
                      "2.425e+10 Hz no wave travels, so nothing can be measured; leave those frequencies out\n"),
            0u)
      << said;
  // In a layer of 10 cells with 0.85 σ_opt and a cosine of 0.03, the reflection is 0.55 (a run of 20 ns measures
  // 0.551). It is 1 % with 77 cells.
  EXPECT_NE(
      said.find("t:19:15: monitor.0.frequencies has frequencies near the cut-off of mode 0 on this line, where the "
                "layer behind the guide reflects 0.55 of the wave at 2.49924e+10 Hz, and more than 1 % up to 2.55e+10 "
                "Hz; set boundary.cpml.cells = 77 and enlarge the grid by as many cells, and let the run last"),
      said.npos)
      << said;
}

}  // namespace
}  // namespace ez
