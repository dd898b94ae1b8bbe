package dev.uncork.cli.attach;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.Presence;
import dev.uncork.protocol.SessionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The start of an agent in a JVM that may still be observed for a command line that was killed:
 * that ends first. One whose command line lives is left alone.
 */
final class Takeover {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final TargetProcess target;
  private final Footing footing;
  private final Path jar;
  private final Consumer<String> progress;
  private final List<Path> ended = new ArrayList<>();

  /**
   * Does nothing yet.
   *
   * @param jar the agent's file as the target sees it
   * @param progress is told what is waited for
   */
  Takeover(TargetProcess target, Footing footing, Path jar, Consumer<String> progress) {
    this.target = target;
    this.footing = footing;
    this.jar = jar;
    this.progress = progress;
  }

  void start(AgentOptions options) throws IOException {
    long beginNanos = System.nanoTime();
    LiveAgent.start(target, footing.session(), jar, options, progress);
    for (Optional<ObservedJvm> refused = refused(); refused.isPresent(); refused = refused()) {
      Path rival = Path.of(Files.readString(refused.get().files().rival()));
      requireLeft(rival);
      if (System.nanoTime() - beginNanos > DEADLINE.toNanos()) {
        throw new UserError(
            name()
                + " is still observed for an uncork that was killed (session "
                + rival
                + "), which was told to end and didn't within "
                + DEADLINE.toSeconds()
                + " s; try again when the process gets processor time");
      }
      progress.accept(
          name() + " is still observed for an uncork that was killed; waiting for its end ...");
      LiveAgent.send(
          target.pid(), jar, AgentOptions.forStop(rival, footing.agentForTarget()), progress);
      ended.add(footing.view().apply(rival));
      SessionDirectory.deleteTree(refused.get().directory());
      LockSupport.parkNanos(PAUSE_NANOS);
      LiveAgent.start(target, footing.session(), jar, options, progress);
    }
  }

  private Optional<ObservedJvm> refused() throws IOException {
    return footing.session().jvms().stream()
        .filter(jvm -> Files.exists(jvm.files().rival()))
        .findFirst();
  }

  /** A session whose directory is gone has nobody either. */
  private void requireLeft(Path rival) {
    Path session = footing.view().apply(rival);
    if (Files.isDirectory(session)
        && Presence.of(new SessionFiles(session).owner()) != Presence.Sign.FREE) {
      throw new UserError(
          name()
              + " is already observed, by the session in "
              + rival
              + "; wait for its end, or end it (Ctrl-C where that uncork runs)");
    }
  }

  private String name() {
    return "process " + target.pid();
  }

  /** The sessions that were ended for this, by names that we can open. */
  List<Path> ended() {
    return ended.stream().distinct().toList();
  }
}
