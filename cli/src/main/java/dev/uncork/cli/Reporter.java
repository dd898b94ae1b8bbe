package dev.uncork.cli;

import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.session.Destination;
import dev.uncork.cli.terminal.Terminal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows what recordings say: as text on the terminal, as JSON in a file. */
final class Reporter {
  private final Terminal.Screen screen;
  private final int width;
  private final boolean quiet;
  private final @Nullable Destination json;
  private final boolean jsonOnOutput;

  Reporter(
      Terminal.Screen screen,
      int width,
      boolean quiet,
      @Nullable Destination json,
      boolean jsonOnOutput) {
    this.screen = screen;
    this.width = width;
    this.quiet = quiet;
    this.json = json;
    this.jsonOnOutput = jsonOnOutput;
  }

  /** One line beside the report that the user should see. */
  void remark(String text) {
    System.err.println("uncork: " + text);
  }

  /**
   * Reports recordings, one after the other.
   *
   * @return whether all of them could be reported
   */
  boolean report(List<CollectedRecording> recordings) {
    for (CollectedRecording recording : recordings) {
      String subject = recordings.size() > 1 ? "JVM " + recording.jvm() + ": " : "";
      recording.remarks().forEach(text -> remark(subject + text));
      recording.file().ifPresent(file -> screen.stream().println("recording: " + file));
    }
    return true;
  }
}
