package dev.uncork.cli.attach;

import dev.uncork.cli.error.UserError;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.EntryWords;
import dev.uncork.protocol.SessionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kill switch of the remedies in a JVM that runs under {@code uncork run}: a file in its
 * session's directory, so that the JVM needn't be attached to, which newer ones announce.
 */
public final class UndoRequest {
  private static final Pattern AGENT =
      Pattern.compile(
          Pattern.quote(EntryWords.AGENT_JAR) + "=(" + EntryWords.SESSION + "=[^\\s\"']+)");
  private static final long DEADLINE_NANOS = 20_000_000_000L;
  private static final long POLL_MILLIS = 50;

  private final String pid;

  /** Of a process, by its id as the user wrote it. */
  public UndoRequest(String pid) {
    this.pid = pid;
  }

  /**
   * Ends the remedies and waits until they have ended.
   *
   * @return what the agent says about it, with line ends
   */
  public String press() throws IOException, InterruptedException {
    if (!pid.matches("\\d{1,18}")) {
      throw new UserError("PID is '" + pid + "', expected a process id such as 4711");
    }
    Path session = session(new ProcFiles(Long.parseLong(pid)));
    SessionFiles files = new SessionFiles(session);
    Path answer = files.undone();
    if (!Files.exists(files.undo())) {
      Files.createFile(files.undo());
    }
    long begin = System.nanoTime();
    while (!Files.exists(answer)) {
      if (System.nanoTime() - begin > DEADLINE_NANOS || !Files.isDirectory(session)) {
        throw new UserError(
            "process " + pid + " did not end its remedies; it has none, has ended, or is stopped");
      }
      Thread.sleep(POLL_MILLIS);
    }
    return Files.readString(answer);
  }

  /** The directory through which a JVM's agent is spoken to, as its options say. */
  private Path session(ProcFiles proc) {
    try {
      for (String file : new String[] {"cmdline", "environ"}) {
        for (String word : proc.words(file)) {
          Matcher agent = AGENT.matcher(word);
          Path session =
              agent.find() ? AgentOptions.decoded(agent.group(1)).get(AgentOption.SESSION) : null;
          if (session != null && Files.isDirectory(session)) {
            return session;
          }
        }
      }
    } catch (IOException e) {
      throw new UserError("process " + pid + " can't be looked at: " + e.getMessage(), e);
    }
    throw new UserError(
        "process " + pid + " does not run under uncork run of this host; expected one that does");
  }
}
