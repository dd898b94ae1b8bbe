package dev.uncork.agent.session;

import dev.uncork.agent.observe.experiment.CoreExperiment;
import dev.uncork.protocol.CapabilityName;

/** What a session is to its experiment. */
final class ExperimentSite implements CoreExperiment.Surroundings {
  private final Session session;

  ExperimentSite(Session session) {
    this.session = session;
  }

  @Override
  public void sampleOften(boolean often) {
    session.sampleOften(often);
  }

  @Override
  public void lost(String reason) {
    session.capabilities().lost(CapabilityName.EXPERIMENT, reason);
  }

  @Override
  public void spent(long cpuNanos) {
    session.site().spent(cpuNanos);
  }
}
