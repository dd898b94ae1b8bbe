package dev.uncork.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The agent's options, checked.
 *
 * @param root the session directory, shared by the JVMs of the session
 * @param lib directory of the agent's own files
 * @param mode run or attach
 * @param limit how long to observe, or null for until the end
 * @param lease whether to stop when nobody touches {@code root/lease} any more
 * @param progressJmx {@code objectName/attribute} to poll, or null
 * @param reserve classes whose locks are reserved, patterns separated by semicolons, or null
 * @param every how often to go on in a new recording, or null for one recording in all
 * @param calm whether to look at threads and sample their stacks less often, for programs that are
 *     observed all the time; blocked acquires are counted exactly all the same
 * @param keep how long what was recorded is kept where nobody takes it, or null for always
 * @param counter classes whose counters become atomic, likewise
 * @param adder classes whose counters are spread over an adder, likewise
 * @param early whether classes of the JDK were rewritten before the start, so that the program
 *     needn't wait for the remedies
 * @param nopreempt where holders of locks are kept on their processors: {@link #BY_STATISTICS}, or
 *     patterns of classes separated by semicolons; null for nowhere
 * @param tick classes before whose locks threads queue by the tick, likewise
 * @param demand whether the demand of warm locks is measured as soon as that of hot ones
 * @param minFreeBytes free disk space below which the recording ends
 */
public record AgentOptions(
    Path root,
    Path lib,
    String mode,
    @Nullable Duration limit,
    boolean lease,
    @Nullable String progressJmx,
    @Nullable String reserve,
    @Nullable Duration every,
    boolean calm,
    @Nullable Duration keep,
    @Nullable String counter,
    @Nullable String adder,
    boolean early,
    @Nullable String nopreempt,
    @Nullable String tick,
    boolean demand,
    long minFreeBytes) {
  /** Statistics choose the locks. */
  public static final String BY_STATISTICS = "statistics";

  private static final long DEFAULT_MIN_FREE_BYTES = 64L << 20;

  /** Reads the options of one session; an {@code IllegalArgumentException} says what is wrong. */
  public static AgentOptions of(Map<String, String> given) {
    String minFree = given.get("minFree");
    return new AgentOptions(
        Path.of(required(given, "session")),
        Path.of(required(given, "lib")),
        given.getOrDefault("mode", "run"),
        length("for", given),
        "1".equals(given.get("lease")),
        given.get("progressJmx"),
        given.get("reserve"),
        length("every", given),
        "1".equals(given.get("calm")),
        length("keep", given),
        given.get("counter"),
        given.get("counter-adder"),
        "1".equals(given.get("early")),
        given.get("nopreempt"),
        given.get("tick"),
        "1".equals(given.get("demand")),
        minFree == null ? DEFAULT_MIN_FREE_BYTES : (long) number("minFree", minFree));
  }

  private static String required(Map<String, String> given, String key) {
    String value = given.get(key);
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException("agent option " + key + " is missing");
    }
    return value;
  }

  private static @Nullable Duration length(String key, Map<String, String> given) {
    String seconds = given.get(key);
    return seconds == null ? null : Duration.ofMillis((long) (number(key, seconds) * 1000));
  }

  private static double number(String key, String value) {
    try {
      double number = Double.parseDouble(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the value.
    }
    throw new IllegalArgumentException(
        "agent option " + key + "=" + value + " is not a positive number");
  }
}
