package dev.uncork.cli;

import dev.uncork.cli.session.AgentOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of the remedies that the agent applies while the program is loaded. */
final class RemedyOptions {
  private static final String RESERVE = "reserve";

  @Option(
      names = "--remedy",
      paramLabel = "NAME[=CLASSES]",
      description = {
        "Change the running program. reserve: objects locked by one thread only are reserved for"
            + " it, which saves the atomic instructions; CLASSES are names or com.acme.*,"
            + " separated by semicolons; default: every class that is eligible (see explain-lock)."
      })
  private List<String> remedies = new ArrayList<>();

  /** Adds what the agent needs to know. */
  AgentOptions addTo(AgentOptions options) {
    for (String remedy : remedies) {
      int equals = remedy.indexOf('=');
      String name = equals < 0 ? remedy : remedy.substring(0, equals);
      String classes = equals < 0 ? "*" : remedy.substring(equals + 1);
      if (!name.equals(RESERVE)) {
        throw new UserError("--remedy " + remedy + ": no such remedy; expected reserve");
      }
      if (classes.isBlank()) {
        throw new UserError("--remedy " + remedy + ": expected class names after the '='");
      }
      options.with(RESERVE, classes);
    }
    return options;
  }
}
