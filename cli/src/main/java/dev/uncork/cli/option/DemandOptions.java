package dev.uncork.cli.option;

import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import picocli.CommandLine.Option;

/** The option of commands whose recording can hold how long and how often locks are held. */
public final class DemandOptions {
  @Option(
      names = "--demand",
      description = {
        "Measure how often and how long locks are held, for uncork predict, also of locks that"
            + " threads hardly wait for. By default only of hot ones, and of others once the"
            + " program has run for so long that compiling their code anew isn't noticed."
      })
  private boolean demand;

  public void addTo(AgentOptions options) {
    if (demand) {
      options.with(AgentOption.DEMAND, true);
    }
  }
}
