package dev.uncork.cli.residue;

import dev.uncork.cli.attach.AttachedAgent;
import dev.uncork.cli.attach.Footing;
import dev.uncork.cli.attach.SessionProcesses;
import dev.uncork.cli.session.ObservedJvm;
import dev.uncork.protocol.SessionFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that command lines which were killed have left in one directory. What they hold
 * becomes recordings, and they go; those in which something still happens stay, and are named.
 * Sessions of living command lines and of other users are never touched.
 */
public final class Residue {
  private static final Duration LONGEST = Duration.ofSeconds(2);
  private static final int NAMED = 5;

  private final Path into;
  private final UnaryOperator<Path> view;
  private final int uid;
  private final long beginNanos = System.nanoTime();
  private final List<Path> recordings = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private @Nullable SessionProcesses processes;
  private int empty;
  private int postponed;

  private Residue(Path into, UnaryOperator<Path> view, int uid) {
    this.into = into;
    this.view = view;
    this.uid = uid;
  }

  /**
   * Clears a directory, in which the recordings then are.
   *
   * @return what the user should know, one line each
   */
  public static List<String> clear(Path directory) {
    try {
      Residue residue = ofHost(directory);
      residue.clearAll(directory);
      return residue.summary();
    } catch (IOException e) {
      return List.of(unseen(directory, e));
    }
  }

  /**
   * Clears where an attached agent works and what it found at work.
   *
   * @param into the recordings go there where their own directory is the target's
   */
  public static List<String> clear(AttachedAgent agent, Footing footing, Path into) {
    List<String> remarks = new ArrayList<>();
    try {
      for (Path ended : agent.succeeded()) {
        remarks.add(
            "process "
                + agent.pid()
                + " was still observed for an uncork that was killed; that was ended");
        Path beside = ended.getParent();
        Residue residue =
            footing.isShared() && beside != null ? ofHost(beside) : ofTarget(footing, into);
        residue.clearOne(ended);
        remarks.addAll(residue.summary());
      }
      if (!footing.isShared()) {
        Residue residue = ofTarget(footing, into);
        Path place = footing.session().directory().getParent();
        if (place != null) {
          residue.clearAll(place);
        }
        remarks.addAll(residue.summary());
      }
    } catch (IOException e) {
      remarks.add(unseen(into, e));
    }
    remarks.addAll(clear(into));
    return remarks.stream().distinct().toList();
  }

  private static Residue ofHost(Path directory) throws IOException {
    int uid = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return new Residue(directory, UnaryOperator.identity(), uid);
  }

  private static Residue ofTarget(Footing footing, Path into) throws IOException {
    int uid = (int) Files.getAttribute(footing.session().directory(), "unix:uid");
    return new Residue(into, footing.view(), uid);
  }

  private static String unseen(Path directory, IOException e) {
    return "can't look for what killed uncorks left in " + directory + ": " + e;
  }

  private void clearAll(Path directory) throws IOException {
    try (DirectoryStream<Path> sessions =
        Files.newDirectoryStream(directory, SessionFiles.PREFIX + "*")) {
      for (Path session : sessions) {
        clearOne(session);
      }
    }
  }

  private void clearOne(Path directory) {
    try {
      Optional<LeftSession> left = LeftSession.in(directory, view, uid);
      if (left.isPresent()) {
        clear(left.get());
      }
    } catch (IOException e) {
      remarks.add(directory + " was left by an uncork that was killed, and can't be read: " + e);
    }
  }

  private void clear(LeftSession left) throws IOException {
    List<ObservedJvm> atWork = left.atWork();
    if (!atWork.isEmpty()) {
      remarks.add(
          left.directory()
              + " was left by an uncork that was killed; process "
              + atWork.stream().map(ObservedJvm::name).collect(Collectors.joining(", "))
              + " is observed for it "
              + (left.endsSoon() ? "for at most 15 s more" : "until it ends")
              + ", and the next uncork that records here after that makes a recording of it");
    } else if (left.goesOn(processes())) {
      remarks.add(
          left.directory()
              + " was left by an uncork that was killed, and what that had started still runs; the"
              + " next uncork that records here after that makes a recording of it");
    } else if (System.nanoTime() - beginNanos > LONGEST.toNanos()) {
      postponed++;
    } else {
      LeftSession.Salvage salvage = left.salvage(into);
      recordings.addAll(salvage.recordings());
      if (!salvage.problem().isEmpty()) {
        remarks.add("of an uncork that was killed: " + salvage.problem());
      } else if (salvage.recordings().isEmpty()) {
        empty++;
      }
    }
  }

  private SessionProcesses processes() {
    SessionProcesses known = processes;
    if (known == null) {
      known = SessionProcesses.now();
      processes = known;
    }
    return known;
  }

  private List<String> summary() {
    List<String> all = new ArrayList<>();
    if (recordings.size() == 1) {
      all.add("an uncork that was killed left a recording: " + recordings.get(0));
    } else if (!recordings.isEmpty()) {
      all.add(
          "uncorks that were killed left "
              + recordings.size()
              + " recordings in "
              + into
              + ": "
              + recordings.stream()
                  .limit(NAMED)
                  .map(file -> String.valueOf(file.getFileName()))
                  .collect(Collectors.joining(", "))
              + (recordings.size() > NAMED ? ", ..." : ""));
    }
    if (empty > 0) {
      all.add(
          (empty == 1
                  ? "a session of an uncork that was killed held nothing and is"
                  : empty + " sessions of uncorks that were killed held nothing and are")
              + " removed");
    }
    all.addAll(remarks);
    if (postponed > 0) {
      all.add(
          postponed
              + " more sessions of uncorks that were killed are left to the next that records here");
    }
    return all;
  }
}
