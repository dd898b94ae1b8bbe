package dev.uncork.cli.value;

import dev.uncork.cli.error.UserError;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyRequest;

/** How many cores a program is to have, as {@code --remedy cores=N} or {@code cores=auto}. */
public final class CoreCount {
  private CoreCount() {}

  /** Refuses what is no number of cores, or more than there are. */
  public static void check(RemedyRequest request, int usable) {
    String text = request.chosen().orElse("");
    boolean number = text.matches("[1-9]\\d{0,4}") && Integer.parseInt(text) <= usable;
    if (!number && !text.equals(AgentOption.BY_EXPERIMENT)) {
      throw new UserError(
          "--remedy "
              + request
              + ": expected "
              + RemedyName.CORES.label()
              + "="
              + AgentOption.BY_EXPERIMENT
              + ", or a number of cores from 1 to "
              + usable);
    }
  }

  /** Adds what the agent needs to know: where the experiment decides, it is made. */
  public static void addTo(AgentOptions options, RemedyRequest request) {
    String text = request.chosen().orElse("");
    options.with(AgentOption.CORES, text);
    if (text.equals(AgentOption.BY_EXPERIMENT)) {
      options.with(AgentOption.EXPERIMENT, true);
    }
  }
}
