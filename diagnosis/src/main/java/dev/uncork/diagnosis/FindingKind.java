package dev.uncork.diagnosis;

/** What keeps a program from its cores, or that nothing does. */
public enum FindingKind {
  /** Threads block at a lock while cores are unused, or while blocking itself eats CPU time. */
  CONTENDED_LOCK("contended-lock"),
  /** A lock's holder loses its processor while others wait for the lock. */
  HOLDER_DESCHEDULED("holder-descheduled"),
  /** One thread works, the others have nothing to do. */
  SERIAL_PHASE("serial-phase"),
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
