package dev.uncork.cli.attach;

import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.protocol.AgentFiles;
import dev.uncork.protocol.AgentOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The agent that this command has started in a running JVM, until it is stopped again. */
public final class AttachedAgent implements AutoCloseable {
  private final TargetProcess target;
  private final Footing footing;
  private final Lease lease;
  private final List<Path> succeeded;
  private final Consumer<String> progress;

  private AttachedAgent(
      TargetProcess target,
      Footing footing,
      Lease lease,
      List<Path> succeeded,
      Consumer<String> progress) {
    this.target = target;
    this.footing = footing;
    this.lease = lease;
    this.succeeded = succeeded;
    this.progress = progress;
  }

  /**
   * Starts it; should this process die, it stops by itself. One that still works for a command line
   * that was killed is stopped before.
   *
   * @param progress is told what is waited for
   */
  public static AttachedAgent start(
      TargetProcess target, Footing footing, AgentOptions options, Consumer<String> progress)
      throws IOException {
    Lease lease = Lease.take(footing.session().directory());
    try {
      Takeover takeover = new Takeover(target, footing, jar(footing), progress);
      takeover.start(options);
      return new AttachedAgent(target, footing, lease, takeover.ended(), progress);
    } catch (IOException | RuntimeException e) {
      lease.close();
      throw e;
    }
  }

  private static Path jar(Footing footing) {
    return new AgentFiles(footing.agentForTarget()).agent();
  }

  /** The process that it is in, as this process sees it. */
  public long pid() {
    return target.pid();
  }

  /** Sessions of command lines that were killed, which were ended for this one. */
  public List<Path> succeeded() {
    return succeeded;
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
      LiveAgent.send(target.pid(), jar(footing), stop, progress);
    }
    for (ObservedJvm jvm : footing.session().jvms()) {
      if (!Stop.awaitEnd(jvm, target.pid(), progress)) {
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
