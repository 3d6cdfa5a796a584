// Services for update() with the built-in scenes and lessons, in which nothing else happens.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/features/boundary_lab/services.h"
#include "app/features/film/services.h"
#include "app/features/kernel_lab/services.h"
#include "app/features/lesson/services.h"
#include "app/features/share/services.h"
#include "app/features/timeline/services.h"
#include "app/model/services.h"

namespace ez {

class QuietWorld : public Services,
                   public BoundaryLabServices,
                   public FilmServices,
                   public KernelLabServices,
                   public LessonServices,
                   public ShareServices,
                   public TimelineServices {
 public:
  QuietWorld() {
    offer<BoundaryLabServices>(*this);
    offer<FilmServices>(*this);
    offer<KernelLabServices>(*this);
    offer<LessonServices>(*this);
    offer<ShareServices>(*this);
    offer<TimelineServices>(*this);
  }
  double now() const override { return 0; }
  SceneResult load(const std::string& name, const std::vector<std::string>& reads) override {
    return load_scene(name, {}, nullptr, reads);
  }
  bool exists(const std::string&) override { return false; }
  std::string full_path(const std::string& path) override { return path; }
  bool changed_meanwhile(const std::string&) override { return false; }
  bool loses_comments(const Scene&, const std::string&) override { return false; }
  Text save(const std::string&, const Scene&, const std::string&) override { return ""; }
  Text export_probes(const std::string&) override { return ""; }
  Text export_monitors(const std::string&) override { return ""; }
  Text export_cut(const std::string&) override { return ""; }
  std::string read_picture(const std::string&, GreyPicture&) override { return ", which is not here"; }
  Text export_field(const std::string&, Quantity) override { return ""; }
  std::string fresh_name(const std::string& stem, const std::string& suffix) override { return stem + "-1" + suffix; }
  void screenshot(const std::string&) override {}
  bool ask_path(FilePrompt::Purpose, const std::string&) override { return false; }
  void settings_changed(const State&) override {}
  std::optional<Autosaved> autosaved() override { return {}; }
  void settle_autosaved(bool) override {}
  void reset_field() override {}
  Text set_block(BlockShape) override { return ""; }
  void full_screen(bool, const std::string&) override {}
  void pulse(const command::Pulse&, bool) override {}
  void start_search(const Scene&, int) override {}
  void cancel_search() override {}
  void start_explaining(const Scene&) override {}
  void cancel_explaining() override {}
  void save_report(const std::string&) override {}
  void set_scheme(const SchemeChoice&) override {}
  Text start_sweep(Sweep::Kind) override { return ""; }
  void cancel_sweep() override {}
  Text save_block_map(const std::string&) override { return ""; }
  void save_block_map_picture(const std::string&) override {}
  void copy(const std::string&) override {}
  void start_film(const std::string&) override {}
  void end_film() override {}
  void save_page(const std::string&) override {}
  std::optional<Scene> scene_at(std::uint64_t) override { return std::nullopt; }
  std::optional<std::uint64_t> plan_comparison(std::uint64_t) override { return std::nullopt; }
  LessonResult lesson(const std::string& name, const std::vector<std::string>& reads) override {
    return load_lesson(name, reads);
  }
  std::string kept_answers(const std::string&) override { return ""; }
  void keep_answers(const std::string&, const std::string&) override {}
  Text write_answers(const std::string&, const std::string&) override { return ""; }
};

}  // namespace ez
