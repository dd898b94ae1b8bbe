package dev.uncork.diagnosis.lever;

/** What speaks for a lever. */
public sealed interface Why {
  /** Why, where no figure is told. */
  enum Known implements Why {
    /** The user named it. */
    ASKED,
    /** Threads wait at several places, of which one hides the next. */
    SEVERAL_BOTTLENECKS,
    /** It made no difference alone, as others. */
    HIDDEN_BY_OTHERS,
    /** It was proven only together with others. */
    PROVEN_TOGETHER,
    /** The same cores and memory may be divided among executors otherwise. */
    OTHER_LAYOUTS,
    /** Much of the time is spent in synchronized methods that nobody waits for. */
    MUCH_IN_SYNCHRONIZED,
    /** The program's threads run on several NUMA nodes. */
    THREADS_ON_NODES,
    /** Executors run on several NUMA nodes. */
    EXECUTORS_ON_NODES,
    /** Log lines are written by a thread of their own. */
    ASYNCHRONOUS_LOG,
    /** Only warnings and worse are logged. */
    LESS_LOG
  }

  /** Garbage collection stops the program and takes CPU time. */
  record Collecting(double pauseShare, double cpuShare) implements Why {}

  /** Collections are asked for by {@code System.gc()}. */
  record ExplicitCollections(long count) implements Why {}

  /** Garbage collection takes a share of the tasks' time. */
  record TasksCollect(double share) implements Why {}

  /** Threads wait for something that the lever's name speaks of. */
  record WaitedFor(String subject) implements Why {}

  /** Fewer threads work than there are cores. */
  record TooFewThreads(double working, int cores) implements Why {}

  /** In windows of the run that was observed it was so many times as fast on fewer cores. */
  record FasterOnFewerCores(int cores, int of, double speed) implements Why {}

  /** It runs on fewer cores than there are, which something that was kept may have made wrong. */
  record HeldOnFewerCores(int of) implements Why {}

  /** A share of the time is spent in synchronized methods that nobody waits for. */
  record InSynchronized(double share) implements Why {}

  /** All that a lock guards is counters. */
  record GuardsCounters(String lock) implements Why {}

  /** The holder of a lock loses its processor while others wait. */
  record HolderDescheduled(String lock) implements Why {}

  /** The JVM's common pool does a share of the work. */
  record CommonPool(double share) implements Why {}

  /** Rows went through shuffles, whose streams lock for each. */
  record ShuffledRows(long rows) implements Why {}

  /** By the ledger of a Spark application, a cause takes so many of its seconds. */
  record LostTime(String cause, double seconds, double ofSeconds) implements Why {}
}
