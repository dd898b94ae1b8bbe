package dev.uncork.boot.counter;

/**
 * What a class with rewritten counters is: its synchronized methods only update or read one field
 * each, and do so atomically instead of under the object's monitor.
 */
public interface CounterClass {
  /** The switch of the class's counters. */
  CounterGroup uncork$counters();
}
