#include "app/model/log/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "app/model/log/members.h"
#include "solver/scene/file/as_written.h"

namespace ez {
namespace {

constexpr std::string_view hex = "0123456789abcdef";

// Counts the characters that both have in common at their beginning, and after that at their end.
std::pair<std::size_t, std::size_t> shared(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t head = 0, tail = 0;
  while (head < most && a[head] == b[head]) ++head;
  while (tail < most - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  return {head, tail};
}

// A scene's text, stored as its difference from the previous one.
struct ScenePart {
  std::uint64_t head = 0, tail = 0;  // unchanged bytes at the beginning and at the end
  std::string text;                  // the text between them
};
void members(auto& v, Of<ScenePart> auto& p) {
  auto& [head, tail, text] = p;
  v("head", head), v("tail", tail), v("text", text);
}

struct FinishedText {
  std::string text;
};
void members(auto& v, Of<FinishedText> auto& t) {
  auto& [text] = t;
  v("text", text);
}
struct FilledText {
  std::string form;
  std::vector<Text> values;
};
void members(auto& v, Of<FilledText> auto& t) {
  auto& [form, values] = t;
  v("form", form), v("values", values);
}
// Each place must have a value. A text without values is written as a plain string.
const char* why_unsound(const FilledText& t) {
  constexpr const char* wrong = "the placeholders of the text do not match its values";
  if (t.values.empty()) return wrong;
  try {
    (void)Text::of(t.form, t.values).english();
    return nullptr;
  } catch (const fmt::format_error&) {
    return wrong;
  }
}

}  // namespace

// ---- writing

void LogTextWriter::value(double v) { out_ += fmt::format("{}", v); }

void LogTextWriter::value(const std::string& v) {
  out_ += '"';
  for (const char c : v) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (out_ += '\\') += c;
    else if (c == '\n')
      out_ += "\\n";
    else if (byte < 0x20 || byte == 0x7f)
      ((out_ += "\\x") += hex[byte >> 4]) += hex[byte & 15];
    else
      out_ += c;
  }
  out_ += '"';
}

void LogTextWriter::value(const Text& v) {
  if (v.is_finished())
    value(FinishedText{v.text()});
  else if (v.values().empty())
    value(v.text());
  else
    value(FilledText{v.text(), v.values()});
}

void LogTextWriter::value(const Scene& v) {
  std::string text = write_scene(v);
  const auto [head, tail] = shared(last_.text, text);
  const ScenePart part{head, tail, text.substr(head, text.size() - head - tail)};
  out_ += '{';
  members(*this, part);
  out_ += '}';
  last_.text = std::move(text);
}

void LogTextWriter::value(const GreyPicture& v) { value(v.text()); }

void LogTextWriter::value(const Command& v) {
  const CommandKinds& all = all_command_kinds();
  const auto kind = std::ranges::find_if(all, [&](const CommandKind& k) { return *k.type == v.type(); });
  if (kind == all.end()) throw std::logic_error(fmt::format("{} is not in the list of commands", v.type().name()));
  out_ += kind->name;
  kind->write(*this, v);
}

// ---- reading

void LogTextReader::end() {
  if (at_ < text_.size()) throw LogTextError(at_, "unexpected text after the value");
}

bool LogTextReader::is_next(std::string_view what) {
  if (text_.substr(at_, what.size()) != what) return false;
  at_ += what.size();
  return true;
}

void LogTextReader::word(std::string_view what) {
  if (!is_next(what)) throw LogTextError(at_, fmt::format("\"{}\" is missing", what));
}

std::string_view LogTextReader::letters() {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
  };
  const std::size_t begin = at_;
  while (is_letter(peek()) || (peek() >= '0' && peek() <= '9')) ++at_;
  return text_.substr(begin, at_ - begin);
}

template <class T>
T LogTextReader::whole() {
  T v = 0;
  const auto [rest, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), v);
  if (error != std::errc()) throw LogTextError(at_, "an integer is missing");
  at_ = static_cast<std::size_t>(rest - text_.data());
  return v;
}
template int LogTextReader::whole<int>();
template std::uint64_t LogTextReader::whole<std::uint64_t>();

void LogTextReader::value(bool& v) {
  v = is_next("true");
  if (!v) word("false");
}

void LogTextReader::value(double& v) {
  const auto [rest, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), v);
  if (error != std::errc()) throw LogTextError(at_, "a number is missing");
  at_ = static_cast<std::size_t>(rest - text_.data());
}

void LogTextReader::value(std::string& v) {
  const std::size_t begin = at_;
  v.clear();
  word("\"");
  for (; peek() != '"'; ++at_) {
    if (at_ >= text_.size()) throw LogTextError(begin, "the text that begins here has no end");
    if (peek() != '\\') {
      v += peek();
      continue;
    }
    ++at_;
    if (peek() == 'n') {
      v += '\n';
    } else if (peek() == 'x') {
      const std::size_t high = hex.find(at_ + 1 < text_.size() ? text_[at_ + 1] : ' '),
                        low = hex.find(at_ + 2 < text_.size() ? text_[at_ + 2] : ' ');
      if (high == std::string_view::npos || low == std::string_view::npos)
        throw LogTextError(at_, "two hexadecimal digits are missing");
      v += static_cast<char>(high << 4 | low);
      at_ += 2;
    } else if (peek() == '"' || peek() == '\\') {
      v += peek();
    } else {
      throw LogTextError(at_, "unknown escape sequence");
    }
  }
  ++at_;
}

void LogTextReader::value(Text& v) {
  if (std::string text; peek() == '"') {
    value(text);
    v = Text::of(text);
  } else if (text_.substr(at_).starts_with("{text=")) {
    FinishedText finished;
    value(finished);
    v = Text::as_is(std::move(finished.text));
  } else {
    FilledText filled;
    value(filled);
    v = Text::of(filled.form, std::move(filled.values));
  }
}

void LogTextReader::value(Scene& v) {
  const std::size_t begin = at_;
  ScenePart part;
  word("{");
  members(*this, part);
  word("}");
  const std::string& last = last_.text;
  if (part.head > last.size() || part.tail > last.size() - part.head)
    throw LogTextError(begin, "the scene refers to more of the previous scene than exists");
  std::string text = last.substr(0, part.head) + part.text + last.substr(last.size() - part.tail);
  std::optional<Scene> scene = scene_as_written(text);
  if (!scene) throw LogTextError(begin, "the text is not a valid scene");
  v = std::move(*scene);
  last_.text = std::move(text);
}

void LogTextReader::value(GreyPicture& v) {
  const std::size_t begin = at_;
  std::string text;
  value(text);
  try {
    v = text.empty() ? GreyPicture() : GreyPicture::of_text(text);
  } catch (const PictureError& e) {
    throw LogTextError(begin, fmt::format("the picture {}", e.what()));
  }
}

void LogTextReader::value(Command& v) {
  const std::size_t begin = at_;
  const std::string_view name = letters();
  const CommandKinds& all = all_command_kinds();
  const auto kind = std::ranges::find(all, name, &CommandKind::name);
  if (kind == all.end()) throw LogTextError(begin, fmt::format("\"{}\" is not a command", name));
  v = kind->read(*this);
}

}  // namespace ez
