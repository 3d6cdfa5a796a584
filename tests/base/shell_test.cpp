// Tests that a path in a suggested command line is one word for a shell.
#include "solver/base/shell.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace ez {
namespace {

TEST(ShellPath, is_quoted_only_if_it_needs_quotes) {
  EXPECT_EQ(shell_path("a/b-2.ezlog"), "a/b-2.ezlog");
  EXPECT_EQ(shell_path("/tmp/größe.toml"), "/tmp/größe.toml");
  EXPECT_EQ(shell_path("two words"), "'two words'");
  EXPECT_EQ(shell_path("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_path("$HOME;`x`"), "'$HOME;`x`'");
  EXPECT_EQ(shell_path("-x.toml"), "./-x.toml");
  EXPECT_EQ(shell_path(""), "''");
}

TEST(ShellPath, is_read_back_by_a_shell) {
  for (const std::string path : {"plain", "two words", "it's", "a\"b", "$(x) `y` \\ * ? ~ # & | ; < > ( ) { } ! \t"}) {
    FILE* const shell = ::popen(("printf %s " + shell_path(path)).c_str(), "r");
    ASSERT_NE(shell, nullptr);
    std::array<char, 256> out{};
    const std::size_t size = std::fread(out.data(), 1, out.size(), shell);
    ::pclose(shell);
    EXPECT_EQ(std::string(out.data(), size), path);
  }
}

}  // namespace
}  // namespace ez
