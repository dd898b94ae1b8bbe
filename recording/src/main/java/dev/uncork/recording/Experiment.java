package dev.uncork.recording;

import dev.uncork.protocol.CodeAccess;
import dev.uncork.protocol.WorkUnit;
import java.util.List;

/**
 * What a program did while it had only some of its cores, and what its hot code does to memory that
 * threads may share.
 *
 * @param windows in order of time
 * @param accesses places in hot methods
 */
public record Experiment(List<Window> windows, List<Access> accesses) {
  /** Of a recording without one. */
  public static final Experiment NONE = new Experiment(List.of(), List.of());

  public Experiment {
    windows = List.copyOf(windows);
    accesses = List.copyOf(accesses);
  }

  /**
   * A tenth of a second or so in which the program's threads could use only some of the cores.
   *
   * @param atMillis its middle, since the start of the recording
   * @param round windows of one round lie side by side, one for each number of cores
   * @param heldThreads threads held on these cores; 0 where all cores could be used
   * @param cpuNanos used by the program's own threads
   * @param works how much of each kind of work was done
   * @param samples stacks of the program's threads in Java code, not weighted by their CPU time
   */
  public record Window(
      long atMillis,
      int round,
      int cores,
      int heldThreads,
      long lengthNanos,
      long cpuNanos,
      List<Work> works,
      List<Samples.Counted> samples) {
    public Window {
      works = List.copyOf(works);
      samples = List.copyOf(samples);
    }
  }

  /**
   * How much of one kind of work was done in a window.
   *
   * @param name the field, method or class of locks that is counted; empty where the unit says it
   *     all
   */
  public record Work(WorkUnit unit, String name, long amount) {}

  /**
   * A place in a hot method that touches memory which threads may share.
   *
   * @param method class and method, as in {@code com.acme.Cache.put}
   * @param line 0 where unknown
   * @param target field, array or class of lock that is touched; empty where bytecode doesn't tell
   */
  public record Access(String method, int line, CodeAccess access, String target) {}
}
