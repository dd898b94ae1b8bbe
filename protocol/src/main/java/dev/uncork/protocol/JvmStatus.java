package dev.uncork.protocol;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The status file of one JVM: warnings, one a line; what remedies leave as it is, one line {@code
 * refused: reason} each; threads that wait for each other for ever, one line {@code deadlock N:
 * thread} each, where N tells deadlocks apart; then one line with the state of the session: {@code
 * running}, {@code stopped} or {@code failed: reason}. The last line decides, since the entry class
 * only ever adds one.
 *
 * @param warnings what the user should know, one line each
 * @param refusals what remedies leave as it is, and why, one line each
 * @param deadlocks those that there are now
 * @param failure why the agent gave up; empty when it didn't
 */
public record JvmStatus(
    List<String> warnings,
    List<String> refusals,
    List<Deadlock> deadlocks,
    SessionState state,
    String failure) {
  private static final String RUNNING = "running";
  private static final String STOPPED = "stopped";
  private static final String FAILED = EntryWords.FAILED.strip();
  private static final String REFUSED = RemedyState.REFUSED.label() + ":";
  private static final Pattern DEADLOCK = Pattern.compile("deadlock (\\d+): ?(.*)");

  /** Reads a status file; one that doesn't exist says nothing. */
  public static JvmStatus read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return new JvmStatus(List.of(), List.of(), List.of(), SessionState.SILENT, "");
    }
    return of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
  }

  static JvmStatus of(String text) {
    List<String> warnings = new ArrayList<>();
    List<String> refusals = new ArrayList<>();
    Map<String, List<Deadlock.Member>> stuck = new LinkedHashMap<>();
    SessionState state = SessionState.SILENT;
    String failure = "";
    for (String line : text.lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
      state = stateOf(line);
      failure = state == SessionState.FAILED ? line.substring(FAILED.length()).strip() : "";
      Matcher deadlock = DEADLOCK.matcher(line);
      if (deadlock.matches()) {
        stuck
            .computeIfAbsent(deadlock.group(1), key -> new ArrayList<>())
            .add(Deadlock.Member.of(deadlock.group(2)));
      } else if (line.startsWith(REFUSED)) {
        refusals.add(line.substring(REFUSED.length()).strip());
      } else if (state == SessionState.SILENT) {
        warnings.add(line);
      }
    }
    List<Deadlock> deadlocks = stuck.values().stream().map(Deadlock::new).toList();
    return new JvmStatus(warnings, refusals, deadlocks, state, failure);
  }

  private static SessionState stateOf(String line) {
    return switch (line) {
      case RUNNING -> SessionState.RUNNING;
      case STOPPED -> SessionState.STOPPED;
      default -> line.startsWith(FAILED) ? SessionState.FAILED : SessionState.SILENT;
    };
  }

  /** The file's text; a line break in a warning or a reason becomes a space. */
  public String text() {
    StringBuilder text = new StringBuilder();
    warnings.forEach(warning -> text.append(oneLine(warning)).append('\n'));
    refusals.forEach(
        reason -> text.append(REFUSED).append(' ').append(oneLine(reason)).append('\n'));
    for (int i = 0; i < deadlocks.size(); i++) {
      for (Deadlock.Member member : deadlocks.get(i).threads()) {
        text.append("deadlock ").append(i + 1).append(": ").append(member.line()).append('\n');
      }
    }
    switch (state) {
      case RUNNING -> text.append(RUNNING);
      case STOPPED -> text.append(STOPPED);
      case FAILED -> text.append(EntryWords.FAILED).append(oneLine(failure));
      case SILENT -> {
        return text.toString();
      }
    }
    return text.append('\n').toString();
  }

  /** A text without line breaks. */
  public static String oneLine(String text) {
    return text.replace('\n', ' ').replace('\r', ' ');
  }
}
