package dev.uncork.cli;

import dev.uncork.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The command {@code uncork doctor}: what this machine and its JVMs can do for Uncork, and why. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    header = "Tell what is available here, and how to get what is not.")
final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.out().stream().println("doctor");
    return 0;
  }
}
