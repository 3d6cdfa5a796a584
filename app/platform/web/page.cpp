#include "app/platform/web/page.h"

#include <emscripten.h>

#include <optional>
#include <utility>

// The page's object `page` (assets/web/page.js) has a function for each of these.
// clang-format off
EM_JS(void, ez_page_title, (const char* text), { Module.page.title(UTF8ToString(text)); });
EM_JS(void, ez_page_cursor, (const char* css), { Module.page.cursor(UTF8ToString(css)); });
EM_JS(void, ez_page_copy, (const char* text), { Module.page.copy(UTF8ToString(text)); });
EM_JS(void, ez_page_keyboard, (int on), { Module.page.keyboard(on !== 0); });
EM_JS(void, ez_page_full_screen, (int on), { Module.page.fullScreen(on !== 0); });
EM_JS(void, ez_page_choose, (const char* types), { Module.page.choose(UTF8ToString(types)); });
EM_JS(void, ez_page_fetch, (const char* url, const char* path), { Module.page.fetch(UTF8ToString(url), UTF8ToString(path)); });
EM_JS(void, ez_page_ended, (), { Module.page.ended(); });
// clang-format on

namespace {

// The page calls a function without an object, so a function-local static holds its answer.
std::optional<std::string>& chosen() {
  static std::optional<std::string> path;
  return path;
}

}  // namespace

extern "C" {
EMSCRIPTEN_KEEPALIVE void ez_chosen(const char* path) { chosen() = path; }
}

namespace ez::page {

void set_title(const std::string& title) { ez_page_title(title.c_str()); }
void set_cursor(const char* css) { ez_page_cursor(css); }
void copy(const std::string& text) { ez_page_copy(text.c_str()); }
void show_keyboard(bool on) { ez_page_keyboard(on ? 1 : 0); }
void set_full_screen(bool on) { ez_page_full_screen(on ? 1 : 0); }
void choose_file(const std::string& types) { ez_page_choose(types.c_str()); }
void fetch(const std::string& url, const std::string& path) { ez_page_fetch(url.c_str(), path.c_str()); }
void ended() { ez_page_ended(); }

bool take_chosen(std::string& path) {
  const std::optional<std::string> now = std::exchange(chosen(), std::nullopt);
  if (now) path = *now;
  return now.has_value();
}

}  // namespace ez::page
