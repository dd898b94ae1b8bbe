package dev.uncork.diagnosis.habit;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.Doing;
import dev.uncork.recording.CpuTick;
import dev.uncork.recording.Recording;
import dev.uncork.recording.ThreadSample;

/**
 * Whether who is seen in native code at a file works there, for the kernel has it in its cache: an
 * ordinary flight recording doesn't tell whether a thread in native code runs. The process then
 * uses cores for those threads, too.
 */
final class CachedFiles {
  /** Share of the threads seen at files that the process's CPU time must have room for. */
  private static final double MOST = 0.5;

  private final double busyCores;
  private double running;
  private double atFiles;
  private int looks;

  CachedFiles(Recording recording) {
    double nanos = recording.cpu().stream().mapToDouble(CpuTick::intervalNanos).sum();
    double busy =
        recording.cpu().stream().mapToDouble(t -> t.processBusy() * t.intervalNanos()).sum();
    this.busyCores = nanos > 0 ? busy / nanos * recording.collector().availableCpus() : 0;
  }

  /** Adds a thread of one look. */
  void look(ThreadSample thread, Doing doing) {
    if (doing.activity() == Activity.RUNNING) {
      running += thread.weight();
    } else if (mayRun(thread, doing)) {
      atFiles += thread.weight();
    }
  }

  /** All threads of one look were added. */
  void look() {
    looks++;
  }

  /**
   * Whether a thread that seems to wait for a file may read or write what is in memory. Where more
   * threads were seen running than there were cores for, nothing can be told from how many there
   * were.
   */
  boolean at(ThreadSample thread, Doing doing) {
    double busy = busyCores * looks;
    return mayRun(thread, doing) && (busy >= running + MOST * atFiles || running > busy);
  }

  /** What the disk has to keep isn't done in memory. */
  private static boolean mayRun(ThreadSample thread, Doing doing) {
    return thread.cpuShare() < 0 && doing.activity() == Activity.STORAGE && !doing.forces();
  }
}
