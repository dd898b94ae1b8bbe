package dev.uncork.agent.remedy;

import dev.uncork.protocol.AgentMode;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.rewriting.selection.ClassSelection;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Where a remedy is applied: the JVM, what the session asks for, and who is told what. */
public final class RemedySite {
  /** Why a remedy that rewrites classes as they are loaded can't start late. */
  public static final String AS_LOADED =
      "classes must be rewritten as they are loaded: use uncork run";

  private final Instrumentation instrumentation;
  private final AgentOptions options;
  private final BiConsumer<String, String> lost;
  private final Consumer<String> told;
  private final Consumer<String> refused;
  private final AtomicLong cpuNanos = new AtomicLong();

  /**
   * Does nothing yet.
   *
   * @param lost is told the name of what isn't possible after all, and why not, in one line
   * @param told is told, in one line, what the user should know
   * @param refused is told, in one line, what a remedy leaves as it is, and why
   */
  public RemedySite(
      Instrumentation instrumentation,
      AgentOptions options,
      BiConsumer<String, String> lost,
      Consumer<String> told,
      Consumer<String> refused) {
    this.instrumentation = instrumentation;
    this.options = options;
    this.lost = lost;
    this.told = told;
    this.refused = refused;
  }

  public Instrumentation instrumentation() {
    return instrumentation;
  }

  public AgentOptions options() {
    return options;
  }

  /** The classes that an option selects: none where it isn't given. */
  public ClassSelection classes(AgentOption<String> option) {
    String selection = options.find(option);
    return ClassSelection.of(selection == null ? "" : selection);
  }

  /** Whether the program ran before the agent came. */
  public boolean isAttached() {
    return options.get(AgentOption.MODE) == AgentMode.ATTACH;
  }

  /** Something turns out not to be possible, or not any more. */
  public void lost(String capability, String reason) {
    lost.accept(capability, reason);
  }

  /** Says something to the user. */
  public void tell(String line) {
    told.accept(line);
  }

  /** Something is left as it is. */
  public void refuse(String reason) {
    refused.accept(reason);
  }

  /** A thread of the agent's other than the collector's has used so much of a processor. */
  public void spent(long nanos) {
    cpuNanos.addAndGet(nanos);
  }

  /** What was {@link #spent} since the last call. */
  public long takeSpentNanos() {
    return cpuNanos.getAndSet(0);
  }
}
