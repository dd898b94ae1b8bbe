package dev.uncork.cli.attach;

import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.protocol.AgentFiles;
import dev.uncork.protocol.AgentOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The agent that this command has started in a running JVM, until it is stopped again. */
public final class AttachedAgent implements AutoCloseable {
  private final TargetProcess target;
  private final Footing footing;
  private final Lease lease;

  private AttachedAgent(TargetProcess target, Footing footing, Lease lease) {
    this.target = target;
    this.footing = footing;
    this.lease = lease;
  }

  /** Starts it; should this process die, it stops by itself. */
  public static AttachedAgent start(TargetProcess target, Footing footing, AgentOptions options)
      throws IOException {
    Lease lease = Lease.take(footing.session().directory());
    try {
      LiveAgent.start(target, footing.session(), jar(footing), options);
      return new AttachedAgent(target, footing, lease);
    } catch (IOException | RuntimeException e) {
      lease.close();
      throw e;
    }
  }

  private static Path jar(Footing footing) {
    return new AgentFiles(footing.agentForTarget()).agent();
  }

  /** Whether it stopped by itself, for example because the disk was filling up. */
  public boolean hasEnded() throws IOException {
    for (ObservedJvm jvm : footing.session().jvms()) {
      if (jvm.status().state().isEnd()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Stops it and waits until it has.
   *
   * @return what the user should know, one line each
   */
  public List<String> stop() throws IOException {
    List<String> remarks = new ArrayList<>();
    if (!target.isAlive()) {
      remarks.add("process " + target.pid() + " ended while it was observed");
      return remarks;
    }
    if (!hasEnded()) {
      AgentOptions stop =
          AgentOptions.forStop(footing.sessionForTarget(), footing.agentForTarget());
      LiveAgent.send(target.pid(), jar(footing), stop);
    }
    for (ObservedJvm jvm : footing.session().jvms()) {
      if (!Stop.awaitEnd(jvm, target.pid())) {
        remarks.add(
            "the agent in process "
                + target.pid()
                + " did not confirm that it has stopped; it stops by itself within 15 s, when it"
                + " sees that this command has ended");
      }
    }
    return remarks;
  }

  @Override
  public void close() {
    lease.close();
  }
}
