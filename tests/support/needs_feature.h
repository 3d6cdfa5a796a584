// A test of another part may use a feature without including its headers, for example by a click on its button.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace ez {

// Returns true if tests/house/without.py has removed the feature from this program.
inline bool is_without(std::string_view feature) {
  const char* removed = std::getenv("EZSCOPE_WITHOUT");
  return removed && feature == removed;
}

}  // namespace ez

// Skips the test in a program without the feature.
#define EZ_NEEDS_FEATURE(name) \
  if (is_without(#name)) GTEST_SKIP() << "the feature " #name " is removed"
