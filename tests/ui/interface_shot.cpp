// Not a test: draws a picture of the window in any size, scale and theme, after some steps and clicks.
// interface_shot SCENE WxH SCALE dark|light OUT.png STEPS [X,Y | X,Y-X,Y | key …]
// X,Y clicks and X,Y-X,Y drags (pixels). A letter or word presses a key: v b e t c w p h tab f6 down.
// notes, prompt and frozen show these. lab fills the boundary lab by hand; kernels and kernels_cpu fill the kernel lab;
// sweep shows a measurement. de, ja and ru set the language, and start shows the start page.
// unstable, search, explain, hide and reveal show these states of the boundary lab.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <cstdio>
#include <cstdlib>
#include <map>

#include "app/features/boundary_lab/state.h"
#include "app/features/kernel_lab/state.h"
#include "app/features/welcome/welcome.h"
#include "app/picture/stage.h"
#include "app/ui/interface.h"
#include "kernel_by_hand.h"
#include "lab_state.h"
#include "render/offscreen.h"
#include "solver/base/write_file.h"
#include "solver/run/solver.h"

namespace ez {
namespace {

// The window without the program: questions, saving and loading do nothing.
struct Shot {
  State state;
  OffscreenTarget target;
  Solver solver;
  Stage stage;
  Interface interface_;

  Shot(Scene scene, int w, int h, float scale)
      : target(w, h), solver(make_engine({}).engine, scene), stage(LinkKind::automatic, solver), interface_([&] {
          InterfaceOptions o;
          o.scale = scale;
          o.why_illegal_block = [](BlockShape b) {
            return b.x * b.y > 1024 ? fmt::format("{} threads, at most 1024", b.x * b.y) : std::string();
          };
          return o;
        }()) {
    state.scene = std::move(scene);
    state.media = media_of(state.scene);
  }

  void carry_out(const Command& command) {
    if (const auto* c = command.as<command::EditScene>()) {
      state.history.record(state.scene, c->what, c->finished);
      state.scene = c->scene;
      state.media = media_of(state.scene);
      state.problems = validate(state.scene);
    }
    if (const auto* c = command.as<command::Select>()) state.selection = c->selection;
    if (const auto* c = command.as<command::SetView>()) state.view = c->view;
    if (const auto* c = command.as<command::SetTool>()) state.tool = c->tool;
    if (const auto* c = command.as<command::SetBrush>()) state.brush = c->brush;
    if (const auto* c = command.as<command::ShowPanel>()) state.panel_shown = c->shown;
    if (const auto* c = command.as<command::ShowHelp>()) state.help_shown = c->shown;
  }

  void report(int steps) {
    if (state.workspace != Workspace::kernel_lab) state.engine = solver.info();
    state.link = std::string(stage.link().name());
    state.dt = solver.dt();
    state.step = solver.step();
    state.time = solver.time();
    state.performance.steps_per_frame = steps;
    const std::vector<ProbeSamples> samples = solver.take_probes();
    state.probes.resize(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
      state.probes[i].name = state.scene.probes[i].name;
      if (state.probes[i].values.empty()) state.probes[i].first_step = samples[i].first_step;
      state.probes[i].values.insert(state.probes[i].values.end(), samples[i].values.begin(), samples[i].values.end());
    }
  }

  void frame(int steps) {
    if (steps > 0) solver.advance(steps);
    solver.wait();
    report(steps);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(target.width()), static_cast<float>(target.height())};
    io.DeltaTime = 1.0f / 60;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    for (const Command& c : interface_.draw(state)) carry_out(c);
    ImGui::Render();
    solver.apply(state.scene);
    stage.materials_changed();
    const bool shown = state.workspace != Workspace::kernel_lab;
    state.picture = stage.publish(solver, picture_window(state, interface_.picture()));
    target.bind();
    if (shown) stage.paint(picture_style(state, state.scene, stage.shown()), interface_.picture(), target.height());
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }

  void act(const std::string& what) {
    ImGuiIO& io = ImGui::GetIO();
    float x = 0, y = 0, x1 = 0, y1 = 0;
    const int n = std::sscanf(what.c_str(), "%f,%f-%f,%f", &x, &y, &x1, &y1);
    if (n >= 2) {
      io.AddMousePosEvent(x, y);
      frame(0);
      io.AddMouseButtonEvent(0, true);
      frame(0);
      for (int i = 1; n == 4 && i <= 16; ++i) {
        io.AddMousePosEvent(x + (x1 - x) * static_cast<float>(i) / 16, y + (y1 - y) * static_cast<float>(i) / 16);
        frame(0);
      }
      io.AddMouseButtonEvent(0, false);
    } else if (what == "notes") {
      state.notes = {{Note::Kind::news, 1, "Saved slit.toml", 0},
                     {Note::Kind::warning, 2, "The field is frozen because it became unstable. R restarts it.", 0},
                     {Note::Kind::error, 3, "/tmp/slit.toml:4:9: unknown key \"cels\"; did you mean \"cells\"?", 0}};
      state.problems = {
          {Message::Kind::error, "", 0, 0, "grid.courant is 2; give a number above 0 and at most 1", "grid.courant"}};
      state.question = Question{"Discard the unsaved changes to Double slit?", "Discard", "Cancel", command::Quit{}};
    } else if (const auto language = language_named(what)) {
      state.language = *language;
    } else if (what == "start") {
      state.of<Welcome>().page = true;
    } else if (what == "prompt") {
      state.prompt = FilePrompt{FilePrompt::Purpose::save_scene, "/usr/share/scene.toml"};
    } else if (what == "lab") {
      fill_lab(state);
    } else if (what == "kernels" || what == "kernels_cpu") {
      fill_kernels(state, what == "kernels");
    } else if (what == "sweep") {
      state.of<KernelState>().sweep = SweepProgress{false, 0.37};
      for (std::size_t i = 45; i < state.of<KernelState>().map.squares.size(); ++i)
        state.of<KernelState>().map.squares[i].gcells = 0;
    } else if (what == "unstable") {
      state.instability = Instability{3,
                                      {12, 40},
                                      4321,
                                      "The Courant number 1.02 exceeds the limit of 1: the "
                                      "shortest waves of the grid grow in every step.",
                                      "Set the Courant number to 0.99",
                                      state.scene};
    } else if (what == "search") {
      state.of<LabState>().search = GradingProgress{0.61, 61, -83.1, -94.7, {}, false, false, {}};
    } else if (what == "explain") {
      ExplainProgress p;
      p.done = true;
      p.found.signature = {Side::top, -20.4, 4.2, 17, {}};
      p.found.causes = {{EchoCause::Kind::fault, Side::top, Fault::wrong_sign, 0.97},
                        {EchoCause::Kind::thin, Side::top, {}, 0.21}};
      const PaneState& pane = state.panes[static_cast<std::size_t>(state.active)];
      state.of<LabState>().explained = Explained{pane.scene, p};
    } else if (what == "hide") {
      state.scene.hidden_fault = 3;
      for (PaneState& p : state.panes) p.scene.hidden_fault = 3;
    } else if (what == "reveal") {
      state.of<LabState>().quiz = {BoundaryFault{Side::left, Fault::wrong_sign}, true, 1, 2, 1};
    } else if (what == "frozen") {
      state.frozen = true;
      state.frozen_why = "Ez is not finite at node (12, 40): the Courant number 1.2 exceeds the limit of 1.";
    } else {
      static const std::map<std::string, ImGuiKey> keys = {
          {"v", ImGuiKey_V},     {"b", ImGuiKey_B},   {"e", ImGuiKey_E},           {"t", ImGuiKey_T},
          {"c", ImGuiKey_C},     {"w", ImGuiKey_W},   {"p", ImGuiKey_P},           {"h", ImGuiKey_H},
          {"tab", ImGuiKey_Tab}, {"f6", ImGuiKey_F6}, {"down", ImGuiKey_DownArrow}};
      io.AddKeyEvent(keys.at(what), true);
      frame(0);
      io.AddKeyEvent(keys.at(what), false);
    }
    for (int i = 0; i < 3; ++i) frame(0);
  }
};

int run(int argc, char** argv) {
  int w = 0, h = 0;
  const SceneResult scene = load_scene(argv[1]);
  if (std::sscanf(argv[2], "%dx%d", &w, &h) != 2 || !scene.scene) return 2;
  ImGui::CreateContext();
  ImPlot::CreateContext();
  {
    OffscreenContext context;
    context.make_current();
    ImGui_ImplOpenGL3_Init("#version 330");
    Shot shot(*scene.scene, w, h, std::strtof(argv[3], nullptr));
    shot.state.dark = std::string(argv[4]) == "dark";
    shot.state.view.quantity = scene.scene->view.quantity;
    if (scene.scene->view.range > 0) {
      shot.state.view.limit = scene.scene->view.range;
      shot.state.view.range = RangeMode::locked;
    }
    const int steps = std::atoi(argv[6]);
    shot.frame(0);
    shot.frame(steps);
    if (shot.state.view.range == RangeMode::automatic) shot.state.view.limit = shot.state.picture.max_abs;
    for (int i = 7; i < argc; ++i) shot.act(argv[i]);
    for (int i = 0; i < 30; ++i) shot.frame(0);
    write_file_atomically(argv[5], encode_png(shot.target.read()));
    ImGui_ImplOpenGL3_Shutdown();
  }
  ImPlot::DestroyContext();
  ImGui::DestroyContext();
  return 0;
}

}  // namespace
}  // namespace ez

int main(int argc, char** argv) {
  if (argc < 7) {
    fmt::print(stderr, "usage: interface_shot SCENE WxH SCALE dark|light OUT.png STEPS [X,Y | X,Y-X,Y | key …]\n");
    return 2;
  }
  return ez::run(argc, argv);
}
