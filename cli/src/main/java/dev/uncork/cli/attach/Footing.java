package dev.uncork.cli.attach;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.session.SessionDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The session's directory and the agent's files under names that the target can open.
 *
 * <p>Where the target has other mounts (a container) or runs as another user, both are put into a
 * temporary directory of the target, owned by the target's user, and removed afterwards.
 */
public final class Footing implements AutoCloseable {
  private static final List<Path> TEMPORARY =
      List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/dev/shm"));

  private final SessionDirectory session;
  private final Path sessionForTarget;
  private final Path agentForTarget;
  private final UnaryOperator<Path> view;
  private final @Nullable HeldDirectory held;

  private Footing(
      SessionDirectory session,
      Path sessionForTarget,
      Path agentForTarget,
      UnaryOperator<Path> view,
      @Nullable HeldDirectory held) {
    this.session = session;
    this.sessionForTarget = sessionForTarget;
    this.agentForTarget = agentForTarget;
    this.view = view;
    this.held = held;
  }

  /**
   * Prepares both.
   *
   * @param beside where the session goes if the target shares our files
   */
  public static Footing prepare(TargetProcess target, Installation installation, Path beside)
      throws IOException {
    if (target.sharesOurFiles()) {
      SessionDirectory session = SessionDirectory.open(beside);
      return new Footing(
          session,
          session.directory(),
          installation.agentDirectory(),
          UnaryOperator.identity(),
          null);
    }
    for (Path temporary : TEMPORARY) {
      Path seenByUs = target.inside(temporary);
      if (Files.isDirectory(seenByUs) && Files.isWritable(seenByUs)) {
        return copyInto(target, installation, temporary);
      }
    }
    throw new UserError(
        "process "
            + target.pid()
            + " sees other files than this command line, and none of its "
            + TEMPORARY
            + " is writable; give its container a writable /tmp");
  }

  private static Footing copyInto(TargetProcess target, Installation installation, Path temporary)
      throws IOException {
    HeldDirectory held = HeldDirectory.in(target.inside(temporary));
    UnaryOperator<Path> view =
        file ->
            file.startsWith(temporary)
                ? held.directory().resolve(temporary.relativize(file))
                : target.inside(file);
    SessionDirectory session = SessionDirectory.open(held.directory(), view);
    try {
      Path copy = session.directory().resolve("agent");
      copyTree(installation.agentDirectory(), copy);
      own(session.directory(), target);
      Path sessionForTarget = temporary.resolve(session.directory().getFileName());
      return new Footing(session, sessionForTarget, sessionForTarget.resolve("agent"), view, held);
    } catch (IOException e) {
      session.close();
      held.close();
      throw new UserError(
          "the agent's files can't be copied into "
              + temporary
              + " of process "
              + target.pid()
              + " ("
              + e
              + "); free some space there",
          e);
    }
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void own(Path tree, TargetProcess target) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.setAttribute(file, "unix:gid", target.gid());
        Files.setAttribute(file, "unix:uid", target.uid());
      }
    }
  }

  /** The session, by the name that we can open. */
  public SessionDirectory session() {
    return session;
  }

  /** Whether the session lies where the user wanted it, since the target shares our files. */
  public boolean isShared() {
    return held == null;
  }

  /** Turns a file's name as the target sees it into one that we can open. */
  public UnaryOperator<Path> view() {
    return view;
  }

  /** The session's directory, by the name that the target can open. */
  public Path sessionForTarget() {
    return sessionForTarget;
  }

  /** Directory of the agent's files, by the name that the target can open. */
  public Path agentForTarget() {
    return agentForTarget;
  }

  @Override
  public void close() throws IOException {
    session.close();
    if (held != null) {
      held.close();
    }
  }
}
