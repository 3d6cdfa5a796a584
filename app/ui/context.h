// What every panel and tool is handed: the state (const), where commands go, how things look, and what the interface
// remembers of itself from frame to frame.
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
#include "app/ui/interface.h"
#include "app/ui/kit/area.h"
#include "app/ui/kit/look.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/panels/theory_point.h"
#include "app/ui/sections.h"
#include "solver/measure/predicted.h"
#include "solver/scene/raster/mixed.h"

namespace ez {

struct PaneArea {
  Area head;
  std::optional<Area> field, residual;
};
// Where several panes and what belongs to them stand.
struct LabLayout {
  std::vector<PaneArea> panes;
  Area legend;
  Area history;          // the plot against time, beneath; empty where there is no room for it
  bool one_row = true;   // a switch says whether fields or residuals are shown
  bool compares = true;  // there is something to subtract: residuals are shown
};

enum class CutPart { whole, from, to };

// A mouse gesture on the picture that has begun and not ended.
struct Gesture {
  enum class Kind { none, pan, move, stroke, rectangle, circle, wall, cut } kind = Kind::none;
  Scene base;                         // the scene as it was; each frame's edit starts from it
  Grip grip;                          // move
  LineCut cut, cut_was;               // the line that is dragged, and the one before
  CutPart cut_part = CutPart::whole;  // of it
  Vec2 start, last;                   // nodes
  ImVec2 start_mouse;                 // to tell a click from a drag
  bool moved = false;
  std::vector<Vec2> points;                      // stroke, in nodes
  Text what;                                     // the undo label
  Selection::Kind adds = Selection::Kind::none;  // what was added at its start, and goes where it is cancelled
};

// What a waveform plot shows, kept until the waveform changes.
struct WaveformPlot {
  Waveform waveform;
  double dt = 0;                          // s
  std::vector<double> t, w, f, spectrum;  // s and no unit; Hz and a share of the largest
};

// What the checks read of the monitors' curves, as the plot over the picture last had it.
struct SpectrumPoints {
  std::string plot;
  double until = -1;  // s: of the reading
  std::vector<CheckReading> checks;
  std::vector<TheoryPoint> all, read;
};

struct InterfaceMemory {
  InterfaceOptions options;
  Look look;
  Vocabulary words;               // of the language that is spoken
  bool japanese_letters = false;  // in the fonts
  // Adds those that the fonts lack, where there is a font that has them.
  void letters_of(Language language);
  std::map<const PanelSection*, bool> open;  // the sections that stand open
  std::set<Workspace> opened;                // panels whose sections were opened for the size of the window
  Area tool_bar, status_line, panel, picture;
  Area scene_line;                   // the labs' scene text, above the picture; empty in explore
  Area text_card;                    // the scene's text over the picture; empty in the labs
  std::vector<Area> cards;           // that lay over the picture in the frame before: labels keep clear of them
  std::vector<Area> labels;          // likewise, of sources and probes: other words keep clear of them too
  Area frozen_card;                  // over the picture of an unstable run; empty while all is well
  std::vector<PicturePlace> places;  // the pictures of this frame
  LabLayout lab_layout;              // no panes in explore mode
  bool lab_shows_residual = true;    // where there is room for one of field and residual, and there is one
  Gesture gesture;
  int gesture_place = 0;  // the picture it began on
  HeldNumber held;
  bool gesture_open = false;  // an EditScene with finished = false is not yet closed
  Text gesture_what;
  bool space_down = false, space_used = false;  // used: to move the picture, so that it does not run or pause
  std::string wanted_focus = "Picture";         // the window that is to have the keys; empty: they stay where they are
  std::string focus_by_keys;                    // the window that F6 has given them to: there they stay
  HandByKeys hand;
  bool picture_focused = true, picture_hovered = false;
  std::optional<Interface::Pointed> pointed;
  int last_source = 0, last_probe = 0;  // indices of those that the panel shows when none is selected
  int last_monitor = 0;                 // likewise
  int listed_source = 0;                // index of the one that the list has scrolled to
  std::optional<WaveformPlot> waveform;
  std::map<int, double> note_seen;        // when a note was first drawn, s of ImGui's clock
  std::set<std::string> closed_problems;  // paths whose card was closed; until nothing is said of them any more
  std::optional<double> worst_before;     // dB of the worst side before the last change of the grading
  bool cut_drawn = false;                 // a line cut was drawn or dragged: its rows are to come into view
  Selection followed;                     // whose rows the panel has brought into view
  double run_to = 1000;                   // the step in the status line's field "Run to step"
  float run_to_x = 0;                     // and its right edge
  std::string prompt_path, prompt_folder;
  std::optional<BlockShape> refused_block;  // as typed in the panel
  std::string refused_why;
  // What formulas give at the nodes, of the scene whose grid, materials and shapes these are.
  std::optional<Scene> graded_scene;
  std::vector<GradedRange> graded;
  // predicted_marks() of a scene.
  std::optional<Scene> predicted_scene;
  std::vector<PredictedMark> predicted;
  Area run_spot, tools_spot, scene_spot;  // of the tool bar, for the tour
  // Of the card with the scene's text; absent: open while it leaves room, else its first sentence.
  std::optional<bool> text_open;
  float legend_x = 0, text_x = 0;  // where legend and text stand while a gesture goes on
  Area tool_controls;              // on the held tool's card; the mouse beside them acts on the picture
  bool focus_begins = false;       // the window of focus_by_keys has the keys from this frame on
  // Cards over the picture in this frame, that notes keep clear of: of the checks, and of the held tool.
  Area check_card, tool_card;
  Area spectrum_card;  // the plot of a spectrum over the picture; empty without one
  SpectrumPoints spectrum;

  // What a feature remembers.
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
  // The same as an item of a menu: its ID is the English text.
  std::string item(const char* english) const { return look.item(english); }
  // A format in the interface's language, filled.
  template <class... A>
  std::string say(fmt::format_string<ShownValue<A>...> english, A&&... values) const {
    return ez::say(look.words, english, std::forward<A>(values)...);
  }

  void send(Command command) const { out.push_back(std::move(command)); }
  // An edit made by an ImGui item: finished unless the item is still held (a drag); then the end is sent by itself
  // when nothing is held any more.
  void edit(Scene scene, const Text& what) const;
  // One frame of a gesture on the picture.
  void edit(Scene scene, const Text& what, bool finished) const;
  void view(const ViewState& v) const;
};

}  // namespace ez
