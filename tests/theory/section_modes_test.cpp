// Tests the modes of a cross-section against the same eigenproblem with dense matrices and against the theory of a
// film. Also tests the rules for guided modes.
#include "solver/theory/section_modes.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "solver/base/constants.h"
#include "solver/theory/modes.h"

namespace ez::test {
namespace {

using Wall = Section::Wall;

constexpr double frequency = c0 / 20e-3;

Section uniform(std::size_t nodes, double along = 1e-3, double across = 0.7e-3) {
  const double dt = 0.99 / (c0 * std::hypot(1 / along, 1 / across));
  return {std::vector<Section::Node>(nodes), along, across, dt};
}
Section film(std::size_t nodes, std::size_t first, std::size_t end, double eps, double mu = 1) {
  Section s = uniform(nodes);
  for (std::size_t k = first; k < end; ++k) s.nodes[k] = {eps, mu};
  return s;
}

// The equations at the beginning of section_modes.h, node by node.
struct Dense {
  Eigen::MatrixXd a, b;
  explicit Dense(const Section& s) {
    const auto n = static_cast<Eigen::Index>(s.nodes.size());
    a = b = Eigen::MatrixXd::Zero(n, n);
    const double wave = std::pow(2 * std::sin(pi * frequency * s.dt) / s.dt / c0, 2), inverse = 1 / (s.along * s.along);
    for (Eigen::Index k = 0; k < n; ++k) {
      const Section::Node& node = s.nodes[static_cast<std::size_t>(k)];
      b(k, k) = 1;
      if (node.wall != Wall::none) {
        a(k, k) = -1e9;
        continue;
      }
      const double half = (k == 0 && s.mirror_first) || (k == n - 1 && s.mirror_last) ? 0.5 : 1;
      a(k, k) = half * wave * node.eps;
      b(k, k) = half / node.mu;
      for (const Eigen::Index beside : {k - 1, k + 1}) {
        if (beside < 0 || beside == n) {
          if (!(beside < 0 ? s.mirror_first : s.mirror_last)) a(k, k) -= inverse / node.mu;
          continue;
        }
        const Section::Node& other = s.nodes[static_cast<std::size_t>(beside)];
        if (other.wall == Wall::magnetic) continue;
        const double weight = inverse * 2 / (node.mu + other.mu);
        a(k, k) -= weight;
        if (other.wall == Wall::none) a(k, beside) = weight;
      }
    }
  }
};

TEST(SectionModes, match_the_dense_eigenproblem) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> some(1, 4);
  std::vector<Section> sections = {film(120, 45, 75, 6), film(120, 45, 75, 6, 1.7), uniform(90)};
  sections.push_back(film(120, 45, 75, 6));
  sections.back().nodes.front().wall = sections.back().nodes.back().wall = Wall::electric;
  sections.push_back(sections.back());
  sections.back().nodes[60].wall = Wall::electric;
  sections.push_back(uniform(80));
  for (Section::Node& n : sections.back().nodes) n = {some(random), some(random)};
  sections.back().nodes.front().wall = Wall::magnetic, sections.back().nodes.back().wall = Wall::electric;
  sections.push_back(film(100, 0, 20, 5));
  sections.back().mirror_first = true;
  int compared = 0;
  for (const Section& s : sections) {
    const Dense dense(s);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> exact(dense.a, dense.b);
    const auto n = static_cast<Eigen::Index>(s.nodes.size());
    for (int k = 0; k < guided_modes(s, frequency); ++k, ++compared) {
      const auto mode = guided_mode(s, frequency, k);
      ASSERT_TRUE(mode);
      const double root = 2 * std::sin(mode->wavenumber * s.across / 2) / s.across,
                   value = exact.eigenvalues()[n - 1 - k];
      EXPECT_NEAR(root * root / value, 1, 1e-12);
      const Eigen::VectorXd e = Eigen::Map<const Eigen::VectorXd>(mode->e.data(), n);
      EXPECT_LE((dense.a * e - value * dense.b * e).norm(), 1e-10 * value * (dense.b * e).norm());
      EXPECT_NEAR(e.cwiseAbs().maxCoeff(), 1, 1e-12);
    }
    EXPECT_FALSE(guided_mode(s, frequency, guided_modes(s, frequency)));
  }
  EXPECT_GT(compared, 50);
}

// n = 2 in n = 1.5. Each node represents a cell of the film.
TEST(SectionModes, of_a_film_match_theory) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz})
    for (const int mode : {0, 1}) {
      Section s = uniform(200, 0.25e-3, 0.25e-3);
      for (std::size_t k = 0; k < 200; ++k) {
        const double eps = k >= 80 && k < 120 ? 4 : 2.25;
        s.nodes[k] = polarization == Polarization::ez ? Section::Node{eps, 1} : Section::Node{1, eps};
      }
      const auto found = guided_mode(s, frequency, mode);
      ASSERT_TRUE(found);
      const double theory = slab_guide_index(polarization, 2, 1.5, 1.5, 40 * 0.25e-3, frequency, mode);
      EXPECT_NEAR(found->index / theory, 1, 0.005) << mode;
      EXPECT_LT(found->tail, 0.2);
    }
}

// Between metal walls every travelling wave is guided. In the open only waves slower than outside are guided.
TEST(SectionModes, are_guided_by_walls_or_by_slowness) {
  Section s = uniform(60);
  EXPECT_EQ(guided_modes(s, frequency), 0);
  s.nodes[10].wall = s.nodes[48].wall = Wall::electric;  // 38 mm: cut-offs at 3.9, 7.9, 11.8 and 15.8 GHz; f is 15 GHz
  EXPECT_EQ(guided_modes(s, frequency), 3);
  const auto first = guided_mode(s, frequency, 0);
  ASSERT_TRUE(first);
  EXPECT_NEAR(first->index, std::sqrt(1 - std::pow(c0 / 76e-3 / frequency, 2)), 0.01);
  EXPECT_EQ(first->e[5], 0);
  EXPECT_EQ(first->tail, 0);
  // With magnetic walls there is an additional wave without cut-off.
  s.nodes[10].wall = s.nodes[48].wall = Wall::magnetic;
  EXPECT_EQ(guided_modes(s, frequency), 4);
}

}  // namespace
}  // namespace ez::test
