package dev.uncork.agent.session;

import dev.uncork.agent.observe.experiment.CoreExperiment;
import dev.uncork.protocol.CapabilityName;
import dev.uncork.protocol.Presence;
import dev.uncork.protocol.SessionFiles;

/** What a session is to its experiment. */
final class ExperimentSite implements CoreExperiment.Surroundings {
  private final Session session;
  private final SessionFiles files;

  ExperimentSite(Session session, SessionFiles files) {
    this.session = session;
    this.files = files;
  }

  @Override
  public void sampleOften(boolean often) {
    session.sampleOften(often);
  }

  @Override
  public boolean isLeft() {
    return Presence.of(files.owner()) == Presence.Sign.FREE;
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
