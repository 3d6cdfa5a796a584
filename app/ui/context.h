// The context of every panel and tool: the state (const), the queue for commands, the look, and what the interface
// remembers from frame to frame.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/model/document/handles.h"
#include "app/model/slots.h"
#include "app/platform/say.h"
#include "app/ui/input/hand.h"
#include "app/ui/input/touch_scroll.h"
#include "app/ui/interface.h"
#include "app/ui/kit/area.h"
#include "app/ui/kit/look.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/theory_point.h"
#include "app/ui/sections.h"
#include "solver/measure/predicted.h"
#include "solver/scene/file/number_key.h"

namespace ez {

struct PaneArea {
  Area head;
  std::optional<Area> field, residual;
};
// Positions of several panes and their parts.
struct LabLayout {
  std::vector<PaneArea> panes;
  Area legend;
  Area history;          // the plot against time, below; empty if there is no space for it
  bool one_row = true;   // a switch chooses between fields and residuals
  bool compares = true;  // residuals are shown, because there is something to subtract
};

enum class CutPart { whole, from, to };

// A mouse gesture on the picture that has begun and not ended.
struct Gesture {
  enum class Kind { none, pan, move, stroke, rectangle, circle, wall, cut } kind = Kind::none;
  Scene base;                         // the scene before the gesture; each frame's edit starts from it
  Grip grip;                          // of a move
  LineCut cut, cut_was;               // the dragged line, and the line before
  CutPart cut_part = CutPart::whole;  // the dragged part of the line
  Vec2 start, last;                   // nodes
  ImVec2 start_mouse;                 // distinguishes a click from a drag
  bool moved = false;
  std::vector<Vec2> points;                      // of a stroke, in nodes
  Text what;                                     // the undo label
  Selection::Kind adds = Selection::Kind::none;  // kind of the item added at the start, which a cancelled gesture
                                                 // removes
};

// Data of a waveform plot, cached until the waveform changes.
struct WaveformPlot {
  Waveform waveform;
  double dt = 0;                          // s
  std::vector<double> t, w, f, spectrum;  // s, no unit; Hz, fraction of the largest
};

// Data of the spectrum plot over the picture: the values that the checks read from the curves of monitors.
struct SpectrumPoints {
  std::string plot;
  double until = -1;  // s: time of the reading
  std::vector<CheckReading> checks;
  std::vector<TheoryPoint> all, read;
};

struct InterfaceMemory {
  InterfaceOptions options;
  Look look;
  Vocabulary words;               // in the interface's language
  bool japanese_letters = false;  // the fonts contain them
  // Adds missing letters of a language, if a font with them is installed.
  void letters_of(Language language);
  std::map<const PanelSection*, bool> open;  // open sections
  std::set<Workspace> opened;  // workspaces whose sections have been opened according to the window's size
  Area tool_bar, status_line, panel, picture;
  Area scene_line;                   // the scene text of the labs, above the picture; empty in explore
  Area text_card;                    // the scene's text over the picture; empty in the labs
  std::vector<Area> cards;           // over the picture in the previous frame; labels avoid them
  std::vector<Area> labels;          // labels of sources and probes in the previous frame; other text avoids them too
  Area frozen_card;                  // card of an unstable run; empty while the run is stable
  std::vector<PicturePlace> places;  // pictures of this frame
  LabLayout lab_layout;              // no panes in explore
  // Shows the residual if there is space for only one of field and residual. Counts only if there is a residual.
  bool lab_shows_residual = true;
  Gesture gesture;
  int gesture_place = 0;  // index of its picture
  HeldNumber held;
  NumberProbe probe;
  std::optional<NumberKey> number;  // the key of the number whose menu is open; empty: it is no key of the scene
  bool gesture_open = false;        // an EditScene with finished = false has not been completed
  Text gesture_what;
  bool space_down = false, space_used = false;  // used: Space moved the picture, so that releasing it does not run or
                                                // pause
  std::string wanted_focus = "Picture";         // name of the window that should get the keys; empty: no change
  std::string focus_by_keys;                    // name of the window that got the keys by F6 and keeps them
  KeyboardPointer hand;
  TouchScroll touch;
  bool picture_focused = true, picture_hovered = false;
  std::optional<Interface::Pointed> pointed;
  int last_source = 0, last_probe = 0;  // indices of those shown in the panel when none is selected
  int last_monitor = 0;                 // the same for monitors
  int listed_source = 0;                // index of the source that the list has scrolled to
  std::optional<WaveformPlot> waveform;
  std::map<int, double> note_seen;        // s of ImGui's clock: time when a note was first drawn
  std::set<std::string> closed_problems;  // paths of problems whose card was closed, until the problem is gone
  std::optional<double> worst_before;     // dB of the worst side before the last change of the grading
  bool cut_drawn = false;                 // a line cut was drawn or dragged: the panel scrolls to its rows
  Selection followed;                     // item whose rows the panel has scrolled to
  double run_to = 1000;                   // step in the status line's field "Run to step"
  float run_to_x = 0;                     // right edge of that field, in pixels
  std::string prompt_path, prompt_folder;
  std::optional<BlockShape> refused_block;  // as typed in the panel
  std::string refused_why;
  // Cached predicted_marks() of a scene.
  std::optional<Scene> predicted_scene;
  std::vector<PredictedMark> predicted;
  Area run_spot, tools_spot, scene_spot;  // in the tool bar, for the tour
  // The card with the scene's text is open. Absent: open if there is space, otherwise only its first sentence is shown.
  std::optional<bool> text_open;
  float legend_x = 0, text_x = 0;  // positions of legend and text, fixed during a gesture
  Area tool_controls;              // on the card of the active tool; outside of it the mouse acts on the picture
  bool focus_begins = false;       // the window in focus_by_keys has the keys from this frame on
  // Cards over the picture in this frame that notes avoid: those of the checks and of the active tool.
  Area check_card, tool_card;
  Area spectrum_card;  // plot of a spectrum over the picture; empty if there is none
  SpectrumPoints spectrum;

  // Returns the data that a feature remembers.
  template <class T>
  T& of() {
    return *slots.of<Shared<T>>().value;
  }
  template <class T>
  const T& of() const {
    return *slots.of<Shared<T>>().value;
  }
  Slots slots;
};

struct Context {
  const State& state;
  Commands& out;
  const Look& look;
  InterfaceMemory& memory;

  float px(float v) const { return look.px(v); }
  const Theme& t() const { return look.t(); }
  bool& open(const PanelSection& s) const { return memory.open[&s]; }

  const char* tr(const char* english) const { return look.tr(english); }
  std::string_view tr(std::string_view english) const { return look.tr(english); }
  std::string tr(const Text& text) const { return look.tr(text); }
  // Returns the same text for a menu item, whose ID is the English text.
  std::string item(const char* english) const { return look.item(english); }
  // Fills a template in the interface's language.
  template <class... A>
  std::string say(fmt::format_string<ShownValue<A>...> english, A&&... values) const {
    return ez::say(look.words, english, std::forward<A>(values)...);
  }

  void send(Command command) const { out.push_back(std::move(command)); }
  // Sends an edit made by an ImGui item. It is finished unless the item is still held (a drag). The end of a drag is
  // sent automatically when nothing is held any more.
  void edit(Scene scene, const Text& what) const;
  // Sends the edit of one frame of a gesture on the picture.
  void edit(Scene scene, const Text& what, bool finished) const;
  void view(const ViewState& v) const;
};

}  // namespace ez
