package dev.uncork.protocol;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Options of one agent, and the string that it is started with: {@code name=value,…}, encoded. */
public final class AgentOptions {
  private static final String PLAIN = "-._/";

  private final Map<String, String> values;

  private AgentOptions(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Options of an agent that observes a program from its start.
   *
   * @param session the session's directory
   * @param lib directory of the agent's files
   */
  public static AgentOptions forRun(Path session, Path lib) {
    return new AgentOptions(new LinkedHashMap<>())
        .with(AgentOption.SESSION, session)
        .with(AgentOption.LIB, lib)
        .with(AgentOption.MODE, AgentMode.RUN);
  }

  /**
   * Options of an agent that comes into a JVM that runs already.
   *
   * @param session the session's directory as the target sees it
   * @param lib directory of the agent's files as the target sees it
   */
  public static AgentOptions forAttach(Path session, Path lib) {
    return new AgentOptions(new LinkedHashMap<>())
        .with(AgentOption.SESSION, session)
        .with(AgentOption.LIB, lib)
        .with(AgentOption.MODE, AgentMode.ATTACH);
  }

  /** The same for one that ends by itself: after a while, or when the attacher has died. */
  public static AgentOptions forAttach(Path session, Path lib, Duration length) {
    return forAttach(session, lib)
        .with(AgentOption.FOR, Duration.ofSeconds(Math.max(1, length.toSeconds())))
        .with(AgentOption.LEASE, true);
  }

  /** Options that tell an agent to stop, where it may have to be loaded for that. */
  public static AgentOptions forStop(Path session, Path lib) {
    return new AgentOptions(new LinkedHashMap<>())
        .with(AgentOption.SESSION, session)
        .with(AgentOption.LIB, lib)
        .with(AgentOption.COMMAND, AgentCommand.STOP);
  }

  /** Options that tell something to an agent that is loaded. */
  public static AgentOptions forCommand(AgentCommand command, Path session) {
    return new AgentOptions(new LinkedHashMap<>())
        .with(AgentOption.COMMAND, command)
        .with(AgentOption.SESSION, session);
  }

  /**
   * Options as the entry class has split them, checked; an {@code IllegalArgumentException} says
   * what is wrong. For names that this version doesn't know see {@link #unknown}.
   */
  public static AgentOptions of(Map<String, String> given) {
    AgentOptions options = new AgentOptions(new LinkedHashMap<>(given));
    AgentOption.ALL.forEach(options::find);
    return options;
  }

  /** Reads {@link #encoded} and {@link #encodedBriefly}, as the entry class does. */
  public static AgentOptions decoded(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : text.split(",")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        values.put(pair.substring(0, equals), percentDecoded(pair.substring(equals + 1)));
      }
    }
    return of(values);
  }

  /** The names given that are no option's. */
  public Set<String> unknown() {
    Set<String> names = new TreeSet<>(values.keySet());
    AgentOption.ALL.forEach(option -> names.remove(option.label()));
    return names;
  }

  /** Whether the experiment is to be made: a program that is held on some cores can have none. */
  public boolean experiments() {
    String cores = find(AgentOption.CORES);
    return get(AgentOption.EXPERIMENT)
        && (cores == null || cores.equals(AgentOption.BY_EXPERIMENT));
  }

  /** Sets one option. */
  public <T> AgentOptions with(AgentOption<T> option, T value) {
    values.put(option.label(), option.format(value));
    return this;
  }

  /** Value of an option that is given or has a default. */
  public <T> T get(AgentOption<T> option) {
    T value = find(option);
    if (value == null) {
      throw option.missing();
    }
    return value;
  }

  /** Value of an option, or null where it isn't given and has no default. */
  public <T> @Nullable T find(AgentOption<T> option) {
    String text = values.get(option.label());
    return text == null ? option.absent() : option.parse(text);
  }

  /** As {@code -javaagent} and late attach take them; neither a JVM nor a shell reads it wrong. */
  public String encoded() {
    return encoded(AgentOptions::percentEncoded);
  }

  /** Encodes only what must be: a JVM that attaches to itself takes 1,024 bytes in all. */
  public String encodedBriefly() {
    return encoded(value -> value.replace("%", "%25").replace(",", "%2C"));
  }

  private String encoded(UnaryOperator<String> encoding) {
    return values.entrySet().stream()
        .map(option -> option.getKey() + "=" + encoding.apply(option.getValue()))
        .collect(Collectors.joining(","));
  }

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

  private static String percentDecoded(String value) {
    // URLDecoder reads '+' as a space, which percent-encoding does not.
    return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
