#include "app/session_log/members.h"

namespace ez {

CommandKinds model_commands() {
  return {command_kind<command::EditScene>("EditScene"),
          command_kind<command::Repair>("Repair"),
          command_kind<command::Undo>("Undo"),
          command_kind<command::Redo>("Redo"),
          command_kind<command::Select>("Select"),
          command_kind<command::Run>("Run"),
          command_kind<command::Step>("Step"),
          command_kind<command::RunTo>("RunTo"),
          command_kind<command::Reset>("Reset"),
          command_kind<command::SetSpeed>("SetSpeed"),
          command_kind<command::SetView>("SetView"),
          command_kind<command::SetTool>("SetTool"),
          command_kind<command::SetBrush>("SetBrush"),
          command_kind<command::SetTheme>("SetTheme"),
          command_kind<command::SetInterfaceScale>("SetInterfaceScale"),
          command_kind<command::SetLanguage>("SetLanguage"),
          command_kind<command::ShowPanel>("ShowPanel"),
          command_kind<command::ShowHelp>("ShowHelp"),
          command_kind<command::FullScreen>("FullScreen"),
          command_kind<command::Pulse>("Pulse"),
          command_kind<command::SetBlock>("SetBlock"),
          command_kind<command::SetWorkspace>("SetWorkspace"),
          command_kind<command::Open>("Open"),
          command_kind<command::OpenBuiltin>("OpenBuiltin"),
          command_kind<command::Save>("Save"),
          command_kind<command::SaveAs>("SaveAs"),
          command_kind<command::LayImage>("LayImage"),
          command_kind<command::ExportProbes>("ExportProbes"),
          command_kind<command::ExportMonitors>("ExportMonitors"),
          command_kind<command::ExportCut>("ExportCut"),
          command_kind<command::ExportField>("ExportField"),
          command_kind<command::Screenshot>("Screenshot"),
          command_kind<command::CancelPrompt>("CancelPrompt"),
          command_kind<command::RestoreAutosave>("RestoreAutosave"),
          command_kind<command::Quit>("Quit"),
          command_kind<command::Dismiss>("Dismiss"),
          command_kind<command::Answer>("Answer"),
          command_kind<command::AnswerOther>("AnswerOther")};
}

}  // namespace ez
