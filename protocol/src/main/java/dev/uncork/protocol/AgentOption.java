package dev.uncork.protocol;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One option of the agent: its name, how its value is written, and what holds where it isn't given.
 *
 * @param <T> type of its value
 */
public final class AgentOption<T> {
  /** The session's directory, shared by the JVMs of the session. */
  public static final AgentOption<Path> SESSION = of(EntryWords.SESSION, OptionSyntax.PATH);

  /** Directory of the agent's own files, see {@link AgentFiles}. */
  public static final AgentOption<Path> LIB = of(EntryWords.LIB, OptionSyntax.PATH);

  /** How the agent came into the JVM. */
  public static final AgentOption<AgentMode> MODE =
      new AgentOption<>(
          EntryWords.MODE, OptionSyntax.oneOf(AgentMode.values(), AgentMode::label), AgentMode.RUN);

  /** What to do other than to observe. */
  public static final AgentOption<AgentCommand> COMMAND =
      of(EntryWords.COMMAND, OptionSyntax.oneOf(AgentCommand.values(), AgentCommand::label));

  /** How long to observe; until the end where not given. */
  public static final AgentOption<Duration> FOR = of("for", OptionSyntax.SECONDS);

  /** Whether to stop when nobody touches {@link SessionFiles#lease} any more. */
  public static final AgentOption<Boolean> LEASE = toggle("lease");

  /** {@code objectName/attribute} to poll for the program's progress. */
  public static final AgentOption<String> PROGRESS_JMX = of("progressJmx", OptionSyntax.TEXT);

  /**
   * Whether to look at threads and sample their stacks less often, for programs that are observed
   * all the time; blocked acquires are counted exactly all the same.
   */
  public static final AgentOption<Boolean> CALM = toggle("calm");

  /** How often to go on in a new recording; one recording in all where not given. */
  public static final AgentOption<Duration> EVERY = of("every", OptionSyntax.SECONDS);

  /** How long what was recorded is kept where nobody takes it; always where not given. */
  public static final AgentOption<Duration> KEEP = of("keep", OptionSyntax.SECONDS);

  /** Whether the demand of warm locks is measured as soon as that of hot ones. */
  public static final AgentOption<Boolean> DEMAND = toggle("demand");

  /** Whether the program may be held on fewer cores for some moments, to learn how it scales. */
  public static final AgentOption<Boolean> EXPERIMENT = toggle("experiment");

  /** Free disk space in bytes below which the recording ends. */
  public static final AgentOption<Long> MIN_FREE =
      new AgentOption<>("minFree", OptionSyntax.BYTES, 64L << 20);

  /** Classes whose locks are reserved, patterns separated by semicolons. */
  public static final AgentOption<String> RESERVE = classesOf(RemedyName.RESERVE);

  /** Classes whose counters become atomic, likewise. */
  public static final AgentOption<String> COUNTER = classesOf(RemedyName.COUNTER);

  /** Classes whose counters are spread over an adder, likewise. */
  public static final AgentOption<String> COUNTER_ADDER = classesOf(RemedyName.COUNTER_ADDER);

  /** Where holders are kept on their processors: {@link #BY_STATISTICS}, or classes, likewise. */
  public static final AgentOption<String> NOPREEMPT = classesOf(RemedyName.NOPREEMPT);

  /** Classes before whose locks threads queue by the tick, likewise. */
  public static final AgentOption<String> TICK = classesOf(RemedyName.TICK);

  /** On how many cores the program's own threads run: a number, or {@link #BY_EXPERIMENT}. */
  public static final AgentOption<String> CORES = of(RemedyName.CORES.label(), OptionSyntax.TEXT);

  /**
   * Whether classes of the JDK were rewritten before the start, so that the program needn't wait
   * for the remedies.
   */
  public static final AgentOption<Boolean> EARLY = toggle("early");

  /** The class whose streams lose their locks, with {@link AgentCommand#UNLOCK}. */
  public static final AgentOption<String> STREAMS = of("streams", OptionSyntax.TEXT);

  /** Value of {@link #NOPREEMPT}: statistics choose the locks. */
  public static final String BY_STATISTICS = "statistics";

  /** Value of {@link #CORES}: the number on which the experiment saw most work. */
  public static final String BY_EXPERIMENT = "auto";

  static final List<AgentOption<?>> ALL =
      List.of(
          SESSION,
          LIB,
          MODE,
          COMMAND,
          FOR,
          LEASE,
          PROGRESS_JMX,
          CALM,
          EVERY,
          KEEP,
          DEMAND,
          EXPERIMENT,
          MIN_FREE,
          RESERVE,
          COUNTER,
          COUNTER_ADDER,
          NOPREEMPT,
          TICK,
          CORES,
          EARLY,
          STREAMS);

  private final String label;
  private final OptionSyntax<T> syntax;
  private final @Nullable T absent;

  private AgentOption(String label, OptionSyntax<T> syntax, @Nullable T absent) {
    this.label = label;
    this.syntax = syntax;
    this.absent = absent;
  }

  private static <T> AgentOption<T> of(String label, OptionSyntax<T> syntax) {
    return new AgentOption<>(label, syntax, null);
  }

  private static AgentOption<Boolean> toggle(String label) {
    return new AgentOption<>(label, OptionSyntax.SWITCH, false);
  }

  private static AgentOption<String> classesOf(RemedyName remedy) {
    return of(remedy.label(), OptionSyntax.TEXT);
  }

  /** The option with the classes of a remedy; the agent has none for {@link RemedyName#NUMA}. */
  public static AgentOption<String> of(RemedyName remedy) {
    return switch (remedy) {
      case RESERVE -> RESERVE;
      case COUNTER -> COUNTER;
      case COUNTER_ADDER -> COUNTER_ADDER;
      case NOPREEMPT -> NOPREEMPT;
      case TICK -> TICK;
      case CORES -> CORES;
      case NUMA -> throw new IllegalArgumentException("numa is no remedy of the agent");
    };
  }

  /** The name in the options' string. */
  public String label() {
    return label;
  }

  /** What holds where the option isn't given; null for nothing. */
  @Nullable T absent() {
    return absent;
  }

  String format(T value) {
    return syntax.format().apply(value);
  }

  T parse(String text) {
    T value = syntax.parse().apply(text);
    if (value == null) {
      throw new IllegalArgumentException(
          "agent option " + label + "=" + text + ": expected " + syntax.expected());
    }
    return value;
  }

  IllegalArgumentException missing() {
    return new IllegalArgumentException(
        "agent option " + label + " is missing; expected " + syntax.expected());
  }
}
