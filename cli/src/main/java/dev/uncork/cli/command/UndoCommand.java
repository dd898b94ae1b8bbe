package dev.uncork.cli.command;

import dev.uncork.cli.attach.UndoRequest;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.cli.value.JvmCandidates;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code uncork undo}: the kill switch for the remedies in a running program. */
@Command(
    name = "undo",
    mixinStandardHelpOptions = true,
    header = "End the remedies in a program that runs under uncork run --remedy.",
    description = {
      "From then on, rewritten classes use their ordinary monitors. The program and its observation"
          + " go on."
    },
    footer = {
      "",
      "Example:",
      "  uncork undo 4711",
      "",
      "Exit code: 0 when they have ended, 2 when there were none."
    })
final class UndoCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      paramLabel = "PID",
      completionCandidates = JvmCandidates.class,
      description = "The JVM's process id.")
  private String pid = "";

  UndoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = terminal.out().stream();
    out.print(new UndoRequest(pid).press());
    out.flush();
    return 0;
  }
}
