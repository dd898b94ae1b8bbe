package dev.uncork.cli.attach;

import dev.uncork.protocol.SessionFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sessions that processes of this host were started for, as their command lines and
 * environments tell: the JVMs of {@code uncork run}, and scripts that may start more of them.
 */
public final class SessionProcesses {
  private static final Pattern SESSION =
      Pattern.compile(Pattern.quote(SessionFiles.PREFIX) + "\\w+");

  private final Set<String> sessions;

  private SessionProcesses(Set<String> sessions) {
    this.sessions = sessions;
  }

  /** Looks at all processes once; what other users' processes hide isn't seen. */
  public static SessionProcesses now() {
    Set<String> sessions = new HashSet<>();
    ProcessHandle.allProcesses().forEach(process -> sessions.addAll(known(process.pid())));
    return new SessionProcesses(sessions);
  }

  /** Whether a process was started for a session. */
  public boolean know(Path session) {
    return sessions.contains(session.getFileName().toString());
  }

  static Set<String> known(long pid) {
    ProcFiles proc = new ProcFiles(pid);
    Set<String> sessions = new HashSet<>();
    for (String file : new String[] {"cmdline", "environ"}) {
      try {
        Matcher names = SESSION.matcher(String.join("\0", proc.words(file)));
        while (names.find()) {
          sessions.add(names.group());
        }
      } catch (IOException e) {
        // It has ended, or belongs to another user.
      }
    }
    return sessions;
  }
}
