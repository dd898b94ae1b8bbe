package dev.uncork.report.words;

import dev.uncork.recording.problem.Damage;
import dev.uncork.recording.problem.ReadProblem;
import java.util.List;

/** Words for files that can't be read, or only in part: what is wrong, and what to do. */
public final class ReadWords {
  private ReadWords() {}

  /** One line for each problem. */
  public static List<String> lines(List<ReadProblem> problems) {
    return problems.stream().map(ReadWords::text).toList();
  }

  static String text(ReadProblem problem) {
    if (problem instanceof ReadProblem.Directory directory) {
      return directory.file() + " is a directory; expected a JFR file.";
    }
    if (problem instanceof ReadProblem.Empty empty) {
      return empty.file()
          + " is empty; the JVM may have died before it wrote anything. Record again.";
    }
    if (problem instanceof ReadProblem.Missing missing) {
      return missing.file() + " doesn't exist; expected a recording (.jfr).";
    }
    if (problem instanceof ReadProblem.Denied denied) {
      return denied.file() + " can't be read: permission denied.";
    }
    if (problem instanceof ReadProblem.Failed failed) {
      return failed.file() + " can't be read: " + failed.reason();
    }
    if (problem instanceof ReadProblem.NoRecording none) {
      return none.file()
          + " can't be read as a recording: "
          + damage(none.damage())
          + ". Record again.";
    }
    if (problem instanceof ReadProblem.DamagedAfter damaged) {
      return damaged.file()
          + " is damaged: "
          + damage(damaged.damage())
          + ". The "
          + damaged.wholeChunks()
          + " whole chunk(s) before it were read; what came later is lost.";
    }
    if (problem instanceof ReadProblem.DamagedWithin damaged) {
      return damaged.file()
          + " is damaged: "
          + damage(damaged.damage())
          + ". The "
          + damaged.events()
          + " events that could be read were.";
    }
    if (problem instanceof ReadProblem.SenselessEvents senseless) {
      return senseless.events()
          + " events of "
          + senseless.file()
          + " made no sense and were left out.";
    }
    if (problem instanceof ReadProblem.NoEvents none) {
      return none.file() + " holds no events; the recording was stopped before it began.";
    }
    if (problem instanceof ReadProblem.TooManySamples many) {
      return many.leftOut()
          + " of "
          + many.samples()
          + " samples were left out; name a shorter range of time";
    }
    throw new IllegalArgumentException("no words for " + problem);
  }

  private static String damage(Damage damage) {
    if (damage instanceof Damage.NoJfrFile) {
      return "it doesn't begin with the bytes of a JFR file (FLR)";
    }
    if (damage instanceof Damage.NoChunk none) {
      return none.bytes() + " bytes at offset " + none.offset() + " don't begin a chunk";
    }
    if (damage instanceof Damage.EndsInHeader ends) {
      return "it ends within the header of the chunk at offset " + ends.offset();
    }
    if (damage instanceof Damage.OtherVersion other) {
      return "the chunk at offset "
          + other.offset()
          + " has JFR format version "
          + other.major()
          + ", expected 2 (JDK 11 or newer)";
    }
    if (damage instanceof Damage.Cut cut) {
      return "the chunk at offset "
          + cut.offset()
          + " is cut: "
          + cut.bytes()
          + " of "
          + cut.expectedBytes()
          + " bytes are there";
    }
    if (damage instanceof Damage.SenselessHeader header) {
      return "the header of the chunk at offset "
          + header.offset()
          + " makes no sense or was never filled";
    }
    if (damage instanceof Damage.InChunk within) {
      return within(within);
    }
    if (damage instanceof Damage.ParserFailed failed) {
      return failed.reason();
    }
    throw new IllegalArgumentException("no words for " + damage);
  }

  private static String within(Damage.InChunk damage) {
    String here = " at byte " + damage.position() + " of a chunk";
    return switch (damage.fault()) {
      case EVENT -> "an event of " + damage.value() + " bytes" + here;
      case TEXT -> "a text of unknown kind " + damage.value() + here;
      case COUNT -> damage.value() + " values" + here + ", which has no room for them";
      case CONSTANTS ->
          "an event of type " + damage.value() + here + ", where its constants should be";
      case TYPES -> "an event of type " + damage.value() + here + ", where its types should be";
      case TYPE -> "type " + damage.value() + " of a chunk is unknown or senseless";
      case TOO_LARGE -> "a chunk of " + damage.value() + " bytes doesn't fit into memory";
    };
  }
}
