package dev.uncork.cli;

import dev.uncork.cli.terminal.Terminal;
import picocli.CommandLine;

/** Makes the commands that picocli asks for and hands them the terminal. */
final class CommandFactory implements CommandLine.IFactory {
  private final CommandLine.IFactory standard = CommandLine.defaultFactory();
  private final Terminal terminal;

  CommandFactory(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    if (type == RunCommand.class) {
      return type.cast(new RunCommand(terminal));
    }
    if (type == AttachCommand.class) {
      return type.cast(new AttachCommand(terminal));
    }
    if (type == TopCommand.class) {
      return type.cast(new TopCommand(terminal));
    }
    if (type == ReportCommand.class) {
      return type.cast(new ReportCommand(terminal));
    }
    if (type == DiffCommand.class) {
      return type.cast(new DiffCommand(terminal));
    }
    if (type == DoctorCommand.class) {
      return type.cast(new DoctorCommand(terminal));
    }
    if (type == SweepCommand.class) {
      return type.cast(new SweepCommand(terminal));
    }
    if (type == ExplainLockCommand.class) {
      return type.cast(new ExplainLockCommand(terminal));
    }
    if (type == UndoCommand.class) {
      return type.cast(new UndoCommand(terminal));
    }
    if (type == PredictCommand.class) {
      return type.cast(new PredictCommand(terminal));
    }
    if (type == TuneCommand.class) {
      return type.cast(new TuneCommand(terminal));
    }
    return standard.create(type);
  }
}
