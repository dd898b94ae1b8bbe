package dev.uncork.cli.option;

import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import picocli.CommandLine.Option;

/** The option of commands whose recording can hold how long and how often locks are held. */
public final class DemandOptions {
  @Option(
      names = "--demand",
      description = {
        "Measure how often and how long all locks are held, for uncork predict, even those that"
            + " threads hardly wait for. By default it measures hot locks, and others once the"
            + " program has run so long that recompiling their code goes unnoticed."
      })
  private boolean demand;

  public void addTo(AgentOptions options) {
    if (demand) {
      options.with(AgentOption.DEMAND, true);
    }
  }
}
