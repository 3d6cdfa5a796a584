#include "solver/base/text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "solver/base/text_with.h"

namespace ez {
namespace {

// A language with a few templates that reverse their values.
std::string shouted(const Text& text) {
  return text.in([](std::string_view english) -> std::string_view {
    if (english == "{} of {}") return "{1} HAS {0}";
    if (english == "{:.2f} s") return "SECONDS {:.1f}";
    if (english == "Pause") return "PAUSE";
    if (english == "add source") return "ADD SOURCE";
    return english;
  });
}

TEST(Text, is_filled_in_english_as_fmt_fills_its_template) {
  EXPECT_EQ(Text("Pause").english(), "Pause");
  EXPECT_EQ(text_with("{} of {}", 3, std::string("me")).english(), "3 of me");
  EXPECT_EQ(text_with("{0:.2f} s, {1} and {1}", 1.0 / 3, "Pause").english(), "0.33 s, Pause and Pause");
  EXPECT_EQ(text_with("{{}} {:>4}|", 7).english(), "{}    7|");
  EXPECT_EQ(text_with("a\n{}", text_with("{:g} Hz", 1e9)).english(), "a\n1e+09 Hz");
  EXPECT_EQ(Text("{} braces of a text without values").english(), "{} braces of a text without values");
}

TEST(Text, translates_its_template_and_the_texts_among_its_values) {
  EXPECT_EQ(shouted("Pause"), "PAUSE");
  EXPECT_EQ(shouted(text_with("{} of {}", "Pause", text_with("{:.2f} s", 2.346))), "SECONDS 2.35 HAS PAUSE")
      << "a number has as many digits as in English";
  EXPECT_EQ(shouted(text_with("{}: {}", "Pause", text_with("{} of {}", 1, 2))), "PAUSE: 2 HAS 1");
}

TEST(Text, finished_texts_are_never_translated) {
  for (const char* name : {"foot of the step", "{} of {}", "add source", "Pause", "{", "{:.2f} s", "}{", "3 of 5"}) {
    EXPECT_EQ(shouted(Text::as_is(name)), name);
    EXPECT_EQ(shouted(text_with("{}", std::string(name))), name);
    EXPECT_EQ(shouted(text_with("{} of {}", std::string(name), std::string_view(name))),
              std::string(name) + " HAS " + name);
    EXPECT_EQ(text_with("{} of {}", std::string(name), 1).english(), std::string(name) + " of 1");
  }
}

TEST(Text, joined_texts_are_translated_part_by_part) {
  EXPECT_EQ(Text::joined({}, ", "), Text());
  EXPECT_EQ(Text::joined({"Pause"}, ", "), Text("Pause"));
  const Text all = Text::joined({"Pause", Text::as_is("Pause"), text_with("{} of {}", 1, 2)}, ", ");
  EXPECT_EQ(all.english(), "Pause, Pause, 1 of 2");
  EXPECT_EQ(shouted(all), "PAUSE, Pause, 2 HAS 1");
}

TEST(Text, a_capital_first_letter_belongs_to_the_template) {
  EXPECT_EQ(capital("pause"), Text("Pause"));
  EXPECT_EQ(shouted(capital(text_with("{}: {}", "pause", "pause"))), "PAUSE: pause");
  EXPECT_EQ(capital(text_with("{} of {}", std::string("me"), 2)).english(), "Me of 2");
  EXPECT_EQ(capital(Text::as_is("λ")).english(), "λ");
  EXPECT_EQ(capital(Text()), Text());
}

TEST(Text, is_equal_by_template_and_values) {
  EXPECT_EQ(text_with("{} of {}", 1, 2), text_with("{} of {}", 1, 2));
  EXPECT_NE(text_with("{} of {}", 1, 2), text_with("{} of {}", 1, 3));
  EXPECT_NE(Text("Pause"), Text::as_is("Pause"));
  EXPECT_TRUE(Text().empty());
  EXPECT_FALSE(Text("Pause").empty());
}

}  // namespace
}  // namespace ez
