package dev.uncork.agent.remedy;

import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A change of the observed program that a session makes where its options ask for it, and takes
 * back.
 *
 * <p><b>To add one:</b> a package below this one with a class that implements this interface; a
 * line in {@code dev.uncork.agent.RemedyRegistry}; its name and its options in the module {@code
 * protocol}, from where the command line has them; the docs. Nothing else in the agent knows a
 * remedy by its name. What rewritten code calls belongs into the boot classes.
 *
 * <p><b>Its life:</b> where a session's options {@link Kind#appliesTo ask for it} it is {@link
 * Kind#make made}, when it changes nothing yet, then {@link #start started}, while the recording
 * and usually the application are yet to start, then told that the {@link #recordingStarted
 * recording has}. From then on it has its {@link #second}, and may have the collector {@link
 * #pauseSeconds pause} in between. The kill switch and the end {@link #undo} it; then it says in a
 * {@link #summary} what it did. A JVM that ends skips the undoing.
 *
 * <p><b>What it may rely on:</b> all of that happens in the order of the registry, but for the
 * undoing, which goes backwards, and on one thread at a time, the collector's once it runs; only
 * {@link #emit} comes from any. What leaves one of these methods as an exception ends this remedy
 * and nothing else: it is undone, and the user is told.
 *
 * <p><b>What it must not do:</b> throw into the application, from rewritten code or from a class
 * file transformer; touch an event's class before the recording has started, or while a class is
 * being loaded.
 */
public interface Remedy {
  /** What is observed more closely than usual for a remedy's sake. */
  enum Need {
    /** What becomes of each compilation: some 24 bytes each. */
    COMPILATIONS,

    /** The demand of warm locks as soon as that of hot ones, whatever that costs. */
    DEMAND_OF_WARM_LOCKS
  }

  /**
   * A remedy that there is.
   *
   * @param name what the user and the recording call it, also as a capability
   * @param options the agent's options of which each asks for it; no other remedy has them
   * @param needs what has to be observed for it
   * @param make makes it, once the boot classes are there
   */
  record Kind(
      String name, Set<AgentOption<String>> options, Set<Need> needs, Supplier<Remedy> make) {
    /** Whether a session asks for it. */
    public boolean appliesTo(AgentOptions session) {
      return options.stream().anyMatch(option -> session.find(option) != null);
    }
  }

  /**
   * Begins. The native library is there; the recording isn't.
   *
   * @return null, or why this is impossible here, in one line: then nothing was changed
   */
  @Nullable String start() throws Exception;

  /** The recording has started: from now on events may be emitted. */
  default void recordingStarted() {}

  /** What has to be told the counts of locks. */
  default List<LockListener> listeners() {
    return List.of();
  }

  /**
   * Called once a second, or when the {@link #pauseSeconds pause} is over; after the undoing, too.
   *
   * @return null, or what went wrong, in one line
   */
  default @Nullable String second(long nowNanos, Observed observed) {
    return null;
  }

  /** Emits what the recording wasn't told yet: at the end of one, on the thread that ends it. */
  default void emit() {}

  /**
   * For how long the collector is to leave the program alone, since with each look it takes a
   * processor, which may be that of a hot lock's holder; 0 where that doesn't matter.
   */
  default int pauseSeconds() {
    return 0;
  }

  /** Whether a trial is under way, which has to know each second what the processors do. */
  default boolean isTrying() {
    return false;
  }

  /**
   * Takes everything back, for good. May be called again, when it has only to try what it couldn't
   * take back before.
   *
   * @return null, or what couldn't be taken back, in one line
   */
  @Nullable String undo(String why);

  /** What it did, in one line that begins with its name. */
  String summary();
}
