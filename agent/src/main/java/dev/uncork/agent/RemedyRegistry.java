package dev.uncork.agent;

import static dev.uncork.agent.remedy.Remedy.Need.COMPILATIONS;
import static dev.uncork.agent.remedy.Remedy.Need.DEMAND_OF_WARM_LOCKS;

import dev.uncork.agent.remedy.Remedy.Kind;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.agent.remedy.cores.CoresRemedy;
import dev.uncork.agent.remedy.counter.CounterRemedy;
import dev.uncork.agent.remedy.hooks.LockHooks;
import dev.uncork.agent.remedy.nopreempt.NoPreemptRemedy;
import dev.uncork.agent.remedy.reserve.ReserveRemedy;
import dev.uncork.agent.remedy.stream.UnlockedStreams;
import dev.uncork.agent.remedy.tick.TickRemedy;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.RemedyName;
import java.util.List;
import java.util.Set;

/** The remedies that there are, in the order in which they start. */
final class RemedyRegistry {
  private RemedyRegistry() {}

  /** Those of a session. */
  static List<Kind> ofSession(RemedySite site) {
    LockHooks hooks = new LockHooks(site);
    return List.of(
        new Kind(
            RemedyName.COUNTER.label(),
            Set.of(AgentOption.COUNTER, AgentOption.COUNTER_ADDER),
            Set.of(COMPILATIONS),
            () -> new CounterRemedy(site, hooks)),
        new Kind(
            RemedyName.RESERVE.label(),
            Set.of(AgentOption.RESERVE),
            Set.of(COMPILATIONS),
            () -> new ReserveRemedy(site, hooks)),
        new Kind(
            RemedyName.NOPREEMPT.label(),
            Set.of(AgentOption.NOPREEMPT),
            Set.of(DEMAND_OF_WARM_LOCKS),
            () -> new NoPreemptRemedy(site)),
        new Kind(
            RemedyName.TICK.label(),
            Set.of(AgentOption.TICK),
            Set.of(),
            () -> new TickRemedy(site, hooks)),
        new Kind(
            RemedyName.CORES.label(),
            Set.of(AgentOption.CORES),
            Set.of(),
            () -> new CoresRemedy(site)));
  }

  /** Those that need no session. */
  static List<Kind> alone(RemedySite site) {
    return List.of(
        new Kind(
            AgentOption.STREAMS.label(),
            Set.of(AgentOption.STREAMS),
            Set.of(),
            () -> new UnlockedStreams(site)));
  }
}
