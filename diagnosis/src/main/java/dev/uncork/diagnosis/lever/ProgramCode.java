package dev.uncork.diagnosis.lever;

import dev.uncork.recording.Frame;

/** What the class files of a program say about its locks. */
public interface ProgramCode {
  /** Whether a frame's method is a synchronized one. */
  boolean synchronizedMethod(Frame frame);

  /** Whether the monitors of a class do nothing but update counters, one at a time. */
  boolean counts(String className);

  /** Whether threads can be made to queue before the synchronized methods of a class. */
  boolean canQueueBefore(String className);
}
