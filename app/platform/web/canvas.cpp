// The canvas of a page, by WebGL 2. The page (assets/web/page.js) calls the functions ez_… with its events.
#include <emscripten.h>
#include <emscripten/html5.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "app/platform/surface.h"
#include "app/platform/touch.h"
#include "app/platform/web/page.h"
#include "imgui.h"
#include "imgui_internal.h"
#include "render/gl.h"

namespace ez {
namespace {

constexpr const char* canvas_name = "#canvas";

ImGuiKey key_of_code(std::string_view code) {
  const auto numbered = [&](std::string_view stem, ImGuiKey first, int from, int to) {
    if (!code.starts_with(stem)) return ImGuiKey_None;
    int n = 0;
    for (const char c : code.substr(stem.size())) {
      if (c < '0' || c > '9') return ImGuiKey_None;
      n = 10 * n + (c - '0');
    }
    return code.size() > stem.size() && n >= from && n <= to ? static_cast<ImGuiKey>(first + n - from) : ImGuiKey_None;
  };
  if (const ImGuiKey k = numbered("Digit", ImGuiKey_0, 0, 9); k != ImGuiKey_None) return k;
  if (const ImGuiKey k = numbered("Numpad", ImGuiKey_Keypad0, 0, 9); k != ImGuiKey_None) return k;
  if (const ImGuiKey k = numbered("F", ImGuiKey_F1, 1, 12); k != ImGuiKey_None) return k;
  if (code.starts_with("Key") && code.size() == 4) return static_cast<ImGuiKey>(ImGuiKey_A + (code[3] - 'A'));
  struct Named {
    std::string_view code;
    ImGuiKey key;
  };
  static constexpr Named named[] = {{"ArrowLeft", ImGuiKey_LeftArrow},
                                    {"ArrowRight", ImGuiKey_RightArrow},
                                    {"ArrowUp", ImGuiKey_UpArrow},
                                    {"ArrowDown", ImGuiKey_DownArrow},
                                    {"PageUp", ImGuiKey_PageUp},
                                    {"PageDown", ImGuiKey_PageDown},
                                    {"Home", ImGuiKey_Home},
                                    {"End", ImGuiKey_End},
                                    {"Insert", ImGuiKey_Insert},
                                    {"Delete", ImGuiKey_Delete},
                                    {"Backspace", ImGuiKey_Backspace},
                                    {"Space", ImGuiKey_Space},
                                    {"Enter", ImGuiKey_Enter},
                                    {"Escape", ImGuiKey_Escape},
                                    {"Tab", ImGuiKey_Tab},
                                    {"Comma", ImGuiKey_Comma},
                                    {"Period", ImGuiKey_Period},
                                    {"Minus", ImGuiKey_Minus},
                                    {"Equal", ImGuiKey_Equal},
                                    {"Slash", ImGuiKey_Slash},
                                    {"Backslash", ImGuiKey_Backslash},
                                    {"Semicolon", ImGuiKey_Semicolon},
                                    {"Quote", ImGuiKey_Apostrophe},
                                    {"BracketLeft", ImGuiKey_LeftBracket},
                                    {"BracketRight", ImGuiKey_RightBracket},
                                    {"Backquote", ImGuiKey_GraveAccent},
                                    {"NumpadAdd", ImGuiKey_KeypadAdd},
                                    {"NumpadSubtract", ImGuiKey_KeypadSubtract},
                                    {"NumpadMultiply", ImGuiKey_KeypadMultiply},
                                    {"NumpadDivide", ImGuiKey_KeypadDivide},
                                    {"NumpadDecimal", ImGuiKey_KeypadDecimal},
                                    {"NumpadEnter", ImGuiKey_KeypadEnter},
                                    {"ControlLeft", ImGuiKey_LeftCtrl},
                                    {"ControlRight", ImGuiKey_RightCtrl},
                                    {"ShiftLeft", ImGuiKey_LeftShift},
                                    {"ShiftRight", ImGuiKey_RightShift},
                                    {"AltLeft", ImGuiKey_LeftAlt},
                                    {"AltRight", ImGuiKey_RightAlt},
                                    {"MetaLeft", ImGuiKey_LeftSuper},
                                    {"MetaRight", ImGuiKey_RightSuper}};
  const auto* const at =
      std::find_if(std::begin(named), std::end(named), [&](const Named& n) { return n.code == code; });
  return at != std::end(named) ? at->key : ImGuiKey_None;
}

// A letter's key is the one that the keyboard's layout prints on it, any other key is known by its place.
ImGuiKey key_of(std::string_view key, std::string_view code) {
  if (key.size() == 1) {
    const char c = key[0];
    if (c >= 'a' && c <= 'z') return static_cast<ImGuiKey>(ImGuiKey_A + (c - 'a'));
    if (c >= 'A' && c <= 'Z') return static_cast<ImGuiKey>(ImGuiKey_A + (c - 'A'));
  }
  return key_of_code(code);
}

const char* css_of(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_None:
      return "none";
    case ImGuiMouseCursor_TextInput:
      return "text";
    case ImGuiMouseCursor_ResizeAll:
      return "move";
    case ImGuiMouseCursor_ResizeNS:
      return "ns-resize";
    case ImGuiMouseCursor_ResizeEW:
      return "ew-resize";
    case ImGuiMouseCursor_ResizeNESW:
      return "nesw-resize";
    case ImGuiMouseCursor_ResizeNWSE:
      return "nwse-resize";
    case ImGuiMouseCursor_Hand:
      return "pointer";
    case ImGuiMouseCursor_NotAllowed:
      return "not-allowed";
    default:
      return "default";
  }
}

// Returns true if the device is used with fingers.
// clang-format off
EM_JS(int, ez_is_touched, (), { return matchMedia("(pointer: coarse)").matches ? 1 : 0; });
// clang-format on

class Canvas : public Surface {
 public:
  explicit Canvas(const WindowOptions&) : touch_(density()) {
    EmscriptenWebGLContextAttributes a;
    emscripten_webgl_init_context_attributes(&a);
    a.majorVersion = 2;
    a.alpha = a.depth = a.antialias = EM_FALSE;
    context_ = emscripten_webgl_create_context(canvas_name, &a);
    if (context_ <= 0 || emscripten_webgl_make_context_current(context_) != EMSCRIPTEN_RESULT_SUCCESS ||
        !load_gl(nullptr))
      throw WindowError("this browser has no WebGL 2; use a current version of Firefox, Chrome, Edge or Safari");
    fit();
    current() = this;
    // The answer 1 tells the browser that the program wants its context back.
    emscripten_set_webglcontextlost_callback(canvas_name, this, EM_TRUE,
                                             [](int, const void*, void*) { return EM_BOOL{EM_TRUE}; });
    emscripten_set_webglcontextrestored_callback(canvas_name, this, EM_TRUE, [](int, const void*, void* self) {
      static_cast<Canvas*>(self)->restored_ = true;
      return EM_BOOL{EM_TRUE};
    });
  }
  ~Canvas() override {
    current() = nullptr;
    emscripten_webgl_destroy_context(context_);
  }
  // The canvas that the page's events go to; null: none yet.
  static Canvas*& current() {
    static Canvas* canvas = nullptr;
    return canvas;
  }

  bool poll() override {
    is_lost_ = emscripten_is_webgl_context_lost(context_) != 0;
    fit();
    touch_.tick(seconds());
    return true;
  }
  void wait(double) override {}
  bool is_driven() const override { return true; }
  bool take_restored() override { return std::exchange(restored_, false); }
  void init_imgui() override {
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    ImGuiPlatformIO& io = ImGui::GetPlatformIO();
    io.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
      if (Canvas* c = current()) c->clipboard_ = text;
      page::copy(text);
    };
    io.Platform_GetClipboardTextFn = [](ImGuiContext*) {
      const Canvas* c = current();
      return c != nullptr ? c->clipboard_.c_str() : "";
    };
  }
  void feed_imgui() override {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
    const auto now = Clock::now();
    io.DeltaTime = std::max(1e-5f, std::chrono::duration<float>(now - std::exchange(last_, now)).count());
    if (const std::vector<MouseAct> acts = touch_.take(); !acts.empty()) feed(io, acts);
    if (const char* css = css_of(ImGui::GetMouseCursor()); css != cursor_) page::set_cursor(cursor_ = css);
    if (io.WantTextInput != typing_) page::show_keyboard((typing_ = io.WantTextInput) && by_finger_);
  }
  void bind() override {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width_, height_);
  }
  void present() override {}
  // Nothing is drawn after the browser has taken the context away, as in an iconified window.
  int width() const override { return is_lost_ ? 0 : width_; }
  int height() const override { return height_; }
  float scale() const override { return density() * (ez_is_touched() != 0 ? Touch::interface_scale : 1); }
  std::vector<std::string> take_dropped() override { return std::exchange(dropped_, {}); }
  void set_title(const std::string& title) override { page::set_title(title); }
  void set_full_screen(bool on, const std::string&) override { page::set_full_screen(on); }

  // ---- events of the page; places in CSS pixels of the canvas

  void mouse(float x, float y) {
    by_finger_ = false;
    ImGuiIO& io = ImGui::GetIO();
    io.AddMouseSourceEvent(ImGuiMouseSource_Mouse);
    io.AddMousePosEvent(x * density(), y * density());
  }
  void leave() { ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX); }
  void button(int button, bool down) { ImGui::GetIO().AddMouseButtonEvent(button, down); }
  void wheel(float x, float y) { ImGui::GetIO().AddMouseWheelEvent(x, y); }
  void focus(bool on) { ImGui::GetIO().AddFocusEvent(on); }
  void finger(int id, float x, float y) { fingers_.push_back({id, x * density(), y * density()}); }
  // `age`: seconds since the fingers moved. A busy page gets its events late.
  void fingers_done(double age) {
    by_finger_ = true;
    touch_.set(std::exchange(fingers_, {}), seconds() - age);
  }
  void fingers_lost() { touch_.cancel(); }
  void modifiers(bool ctrl, bool shift, bool alt, bool super) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, shift);
    io.AddKeyEvent(ImGuiMod_Alt, alt);
    io.AddKeyEvent(ImGuiMod_Super, super);
  }
  void key(const char* key, const char* code, bool down) {
    if (const ImGuiKey k = key_of(key, code); k != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(k, down);
  }
  void text(const char* text) { ImGui::GetIO().AddInputCharactersUTF8(text); }
  void paste(const char* text) {
    clipboard_ = text;
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddKeyEvent(ImGuiKey_V, true);
    io.AddKeyEvent(ImGuiKey_V, false);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
  }
  void drop(const char* path) { dropped_.emplace_back(path); }

 private:
  using Clock = std::chrono::steady_clock;
  static float density() { return static_cast<float>(emscripten_get_device_pixel_ratio()); }  // pixels a CSS pixel
  static double seconds() { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); }

  // Gives the canvas as many pixels as the screen has where it stands.
  void fit() {
    touch_.set_scale(density());
    double w = 0, h = 0;
    emscripten_get_element_css_size(canvas_name, &w, &h);
    const int width = static_cast<int>(std::lround(w * density())),
              height = static_cast<int>(std::lround(h * density()));
    if (width == width_ && height == height_) return;
    width_ = width, height_ = height;
    if (width > 0 && height > 0) emscripten_set_canvas_element_size(canvas_name, width, height);
  }

  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context_ = 0;
  Touch touch_;
  std::vector<Finger> fingers_;
  bool by_finger_ = false, typing_ = false, restored_ = false, is_lost_ = false;
  int width_ = 0, height_ = 0;
  const char* cursor_ = "";
  std::string clipboard_;
  std::vector<std::string> dropped_;
  Clock::time_point last_ = Clock::now();
};

}  // namespace

std::unique_ptr<Surface> open_display(const WindowOptions& options) { return std::make_unique<Canvas>(options); }
std::unique_ptr<Surface> open_offscreen(const WindowOptions& options) { return open_display(options); }

}  // namespace ez

extern "C" {
#define EZ_TO_CANVAS(call) \
  if (ez::Canvas* const c = ez::Canvas::current()) c->call
EMSCRIPTEN_KEEPALIVE void ez_mouse(float x, float y) { EZ_TO_CANVAS(mouse(x, y)); }
EMSCRIPTEN_KEEPALIVE void ez_leave() { EZ_TO_CANVAS(leave()); }
EMSCRIPTEN_KEEPALIVE void ez_button(int button, int down) { EZ_TO_CANVAS(button(button, down != 0)); }
EMSCRIPTEN_KEEPALIVE void ez_wheel(float x, float y) { EZ_TO_CANVAS(wheel(x, y)); }
EMSCRIPTEN_KEEPALIVE void ez_focus(int on) { EZ_TO_CANVAS(focus(on != 0)); }
EMSCRIPTEN_KEEPALIVE void ez_finger(int id, float x, float y) { EZ_TO_CANVAS(finger(id, x, y)); }
EMSCRIPTEN_KEEPALIVE void ez_fingers_done(double age) { EZ_TO_CANVAS(fingers_done(age)); }
EMSCRIPTEN_KEEPALIVE void ez_fingers_lost() { EZ_TO_CANVAS(fingers_lost()); }
EMSCRIPTEN_KEEPALIVE void ez_modifiers(int ctrl, int shift, int alt, int super) {
  EZ_TO_CANVAS(modifiers(ctrl != 0, shift != 0, alt != 0, super != 0));
}
EMSCRIPTEN_KEEPALIVE void ez_key(const char* key, const char* code, int down) {
  EZ_TO_CANVAS(key(key, code, down != 0));
}
EMSCRIPTEN_KEEPALIVE void ez_text(const char* text) { EZ_TO_CANVAS(text(text)); }
EMSCRIPTEN_KEEPALIVE void ez_paste(const char* text) { EZ_TO_CANVAS(paste(text)); }
EMSCRIPTEN_KEEPALIVE void ez_drop(const char* path) { EZ_TO_CANVAS(drop(path)); }
#undef EZ_TO_CANVAS
}
