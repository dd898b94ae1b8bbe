package dev.uncork.cli.command;

import dev.uncork.cli.terminal.Delivery;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.cli.value.JvmCandidates;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code uncork completion}: what makes a shell complete commands, options, pids. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    header = "Print the completion for bash and zsh.",
    description =
        "Completes commands, options, remedies, files, and the process ids of running JVMs.",
    footer = {
      "",
      "Examples:",
      "  uncork completion > ~/.local/share/bash-completion/completions/uncork",
      "  . <(uncork completion)                 in this shell only"
    })
public final class CompletionCommand implements Callable<Integer> {
  /** Prints the process ids of JVMs; one process that reads links, however many there are. */
  private static final String JVMS =
      """
      function _uncork_jvms() {
        local name
        find /proc -maxdepth 2 -name exe -lname '*/java' 2>/dev/null | while read -r name; do
          name=${name#/proc/}
          echo "${name%/exe}"
        done
      }

      """;

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine all = new CommandLine(new UncorkCommand(terminal));
    UncorkCommand.addAll(all, terminal);
    PrintStream out = terminal.out().stream();
    out.print(script(all));
    Delivery.check(out);
    return 0;
  }

  /** Picocli's script for a command line, with process ids looked up when they are asked for. */
  public static String script(CommandLine commands) {
    String script = AutoComplete.bash("uncork", commands);
    int firstFunction = script.indexOf("\nfunction ") + 1;
    return script.substring(0, firstFunction)
        + JVMS
        + script
            .substring(firstFunction)
            .replace("\"" + JvmCandidates.MARK + "\"", "$(_uncork_jvms)");
  }
}
