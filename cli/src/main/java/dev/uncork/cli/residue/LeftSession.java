package dev.uncork.cli.residue;

import dev.uncork.cli.attach.SessionProcesses;
import dev.uncork.cli.attach.Stop;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.protocol.Presence;
import dev.uncork.protocol.SessionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A session whose command line is gone.
 *
 * <p>That is so when nobody holds the lock of its owner. On a file system without locks there is
 * none to hold: then all its JVMs must be gone too, and at least one must have been there.
 */
final class LeftSession {
  private final SessionDirectory session;
  private final SessionFiles files;

  private LeftSession(SessionDirectory session) {
    this.session = session;
    this.files = new SessionFiles(session.directory());
  }

  /**
   * The session in a directory, if it is one that was left.
   *
   * @param view turns a file's name as its JVMs see it into one that we can open
   * @param uid only one of this user
   */
  static Optional<LeftSession> in(Path directory, UnaryOperator<Path> view, int uid)
      throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
        || (int) Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS) != uid) {
      return Optional.empty();
    }
    LeftSession left = new LeftSession(SessionDirectory.existing(directory, view));
    boolean gone =
        switch (Presence.of(left.files.owner())) {
          case HELD -> false;
          case FREE -> true;
          case UNKNOWN -> !left.session.jvms().isEmpty() && left.atWork().isEmpty();
        };
    return gone ? Optional.of(left) : Optional.empty();
  }

  Path directory() {
    return session.directory();
  }

  /** The JVMs in which its agent goes on. */
  List<ObservedJvm> atWork() throws IOException {
    List<ObservedJvm> atWork = new ArrayList<>();
    for (ObservedJvm jvm : session.jvms()) {
      if (Stop.isAtWork(jvm)) {
        atWork.add(jvm);
      }
    }
    return atWork;
  }

  /** Whether its agents end by themselves soon, since they miss their command line. */
  boolean endsSoon() {
    return Files.exists(files.lease());
  }

  /** Whether processes may still start JVMs that are to be observed. */
  boolean goesOn(SessionProcesses processes) {
    return processes.know(session.directory());
  }

  /**
   * Makes recordings of what it holds and removes it, unless another command is about that.
   *
   * @return names of the recordings, or why there are none though there should be
   */
  Salvage salvage(Path into) throws IOException {
    Optional<Presence> inherited = Presence.inherit(files.owner());
    if (inherited.isEmpty() && Files.exists(files.owner())) {
      return Salvage.NOTHING;
    }
    try (SessionDirectory own = inherited.map(session::inherited).orElse(session)) {
      List<CollectedRecording> collected = own.collectInto(into, Stop::mayRun);
      List<Path> made = collected.stream().flatMap(recording -> recording.file().stream()).toList();
      String problem =
          own.keeps() ? String.join("; ", collected.get(collected.size() - 1).remarks()) : "";
      return new Salvage(made, problem);
    }
  }

  /**
   * What became of it.
   *
   * @param recordings that were made
   * @param problem why something stays; empty when nothing does
   */
  record Salvage(List<Path> recordings, String problem) {
    static final Salvage NOTHING = new Salvage(List.of(), "");
  }
}
