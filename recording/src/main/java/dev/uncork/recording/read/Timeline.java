package dev.uncork.recording.read;

import dev.uncork.recording.Frame;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.problem.ReadProblem;
import java.nio.file.Path;
import java.util.List;

/**
 * What each thread did when, to the millisecond: stacks that were sampled, and CPUs that it ran on.
 *
 * @param threads the threads, the greatest CPU time first
 * @param problems what kept a part from being read
 */
public record Timeline(List<ThreadLine> threads, List<ReadProblem> problems) {
  public Timeline {
    threads = List.copyOf(threads);
    problems = List.copyOf(problems);
  }

  /** Reads what happened within a range of time, as far as the file can be read. */
  public static Timeline read(Path file, TimeRange range) {
    return TimelineReader.read(file, range);
  }

  /**
   * One thread.
   *
   * @param samples in order of time
   * @param stays in order of time
   */
  public record ThreadLine(long osThreadId, String name, List<Sample> samples, List<Stay> stays) {
    public ThreadLine {
      samples = List.copyOf(samples);
      stays = List.copyOf(stays);
    }
  }

  /**
   * A stack that was sampled.
   *
   * @param atMillis since the start
   * @param frames innermost first
   */
  public record Sample(long atMillis, List<Frame> frames) {
    public Sample {
      frames = List.copyOf(frames);
    }
  }

  /**
   * A stretch of time that a thread spent on one CPU, as far as samples tell.
   *
   * @param fromMillis since the start
   * @param cpuNanos CPU time that it used in it
   */
  public record Stay(long fromMillis, long toMillis, int cpu, int node, long cpuNanos) {}
}
