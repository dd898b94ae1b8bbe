package dev.uncork.diagnosis.ledger;

/** What keeps a program from its cores, or that nothing does. */
public enum FindingKind {
  /** Threads block at a lock while cores are unused, or while blocking itself eats CPU time. */
  CONTENDED_LOCK("contended-lock"),
  /** A lock's holder loses its processor while others wait for the lock. */
  HOLDER_DESCHEDULED("holder-descheduled"),
  /** Tasks wait for the threads of a pool, or threads for its connections, while cores idle. */
  POOL_TOO_SMALL("pool-too-small"),
  /** Threads wait for permits that others hold. */
  PERMITS_EXHAUSTED("permits-exhausted"),
  /** Producers wait for room in a queue. */
  SLOW_CONSUMER("slow-consumer"),
  /** Consumers wait for elements of a queue, and those who fill it are few or slow. */
  SLOW_PRODUCER("slow-producer"),
  /** Of threads that work side by side, one takes longest and the others wait for it. */
  STRAGGLER("straggler"),
  /** Threads wait for each other at a barrier. */
  BARRIER("barrier"),
  /** A few threads take turns, so that about one of them runs at a time. */
  HAND_OVER("hand-over"),
  /** Many threads take part, but each step waits for the one before. */
  DEPENDENT_STEPS("dependent-steps"),
  /** Threads wait for the other side of a connection. */
  REMOTE_WAIT("remote-wait"),
  /** Threads wait for files. */
  STORAGE_WAIT("storage-wait"),
  /** Threads sleep. */
  TIMED_WAIT("timed-wait"),
  /** Threads wait for another process. */
  CHILD_PROCESS("child-process"),
  /** Threads wait for each other, for ever. */
  DEADLOCK("deadlock"),
  /** Threads wait until another one has initialised a class. */
  CLASS_INITIALIZATION("class-initialization"),
  /** Virtual threads that wait keep their carriers, and others are ready to run. */
  PINNED_CARRIERS("pinned-carriers"),
  /** The control group's CPU quota ran out. */
  CPU_QUOTA("cpu-quota"),
  /** More threads want to run than there are cores. */
  OVERSUBSCRIBED("oversubscribed"),
  /** One thread works, the others have nothing to do. */
  SERIAL_PHASE("serial-phase"),
  /** Updates of a shared value fail and are tried again. */
  ATOMIC_RETRIES("atomic-retries"),
  /** Threads wait in a loop, on their cores. */
  SPINNING("spinning"),
  /** Threads on several cores write to one cache line. */
  SHARED_LINE("shared-line"),
  /** Threads wait for memory, and the more so the more of them run. */
  MEMORY_BOUND("memory-bound"),
  /** The program is faster on fewer cores. */
  NEGATIVE_SCALING("negative-scaling"),
  /** CPU time goes to exceptions that are thrown. */
  EXCEPTIONS("exceptions"),
  /** Hot code runs interpreted, or isn't compiled as well as the JVM can. */
  COMPILATION("compilation"),
  /** The JVM stops all threads for what one of them asked for. */
  SAFEPOINTS("safepoints"),
  /** CPU time goes to loading or making classes. */
  CLASS_LOADING("class-loading"),
  /** Garbage collection stops the program for a good part of the time. */
  GC("gc"),
  /** Much is written, and time goes to the kernel or to waiting. */
  IO("io"),
  /** All threads that work are busy, but they are fewer than the cores. */
  TOO_FEW_THREADS("too-few-threads"),
  /** Other processes use the cores. */
  MACHINE_BUSY("machine-busy"),
  /** The program waits for something outside: input, I/O, time. */
  IDLE("idle"),
  /** The cores are busy; no bottleneck. */
  HEALTHY("healthy"),
  /** Too little was recorded to tell. */
  UNKNOWN("unknown");

  private final String label;

  FindingKind(String label) {
    this.label = label;
  }

  /** The name in JSON. */
  public String label() {
    return label;
  }
}
