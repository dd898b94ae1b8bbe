package dev.uncork.cli.session;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The one string of options that an agent is started with: {@code key=value,…}, percent-encoded.
 */
public final class AgentOptions {
  private static final String PLAIN = "-._/";

  private final Map<String, String> values = new LinkedHashMap<>();

  private AgentOptions() {}

  /**
   * Options of an agent that observes a program from its start.
   *
   * @param session the session's directory
   * @param library directory of the agent's files
   */
  public static AgentOptions forRun(Path session, Path library) {
    return new AgentOptions()
        .with("session", session.toString())
        .with("lib", library.toString())
        .with("mode", "run");
  }

  /**
   * Options of an agent that is attached late and ends by itself when the attacher died.
   *
   * @param session the session's directory as the target sees it
   * @param library directory of the agent's files as the target sees it
   */
  public static AgentOptions forAttach(Path session, Path library, Duration length) {
    return new AgentOptions()
        .with("session", session.toString())
        .with("lib", library.toString())
        .with("mode", "attach")
        .with("for", Long.toString(Math.max(1, length.toSeconds())))
        .with("lease", "1");
  }

  /** Options that stop the agent of a session. */
  public static AgentOptions forStop(Path session, Path library) {
    return new AgentOptions()
        .with("session", session.toString())
        .with("lib", library.toString())
        .with("command", "stop");
  }

  /** Adds one option. */
  public AgentOptions with(String key, String value) {
    values.put(key, value);
    return this;
  }

  /** The options as {@code -javaagent} and late attach take them. */
  public String encoded() {
    return values.entrySet().stream()
        .map(option -> option.getKey() + "=" + percentEncoded(option.getValue()))
        .collect(Collectors.joining(","));
  }

  /**
   * Percent-encodes all but plain ASCII, so that neither a JVM nor a shell reads anything in it.
   */
  private static String percentEncoded(String value) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || PLAIN.indexOf(c) >= 0;
      if (plain) {
        encoded.append(c);
      } else {
        encoded.append('%').append(String.format("%02X", (int) c));
      }
    }
    return encoded.toString();
  }
}
