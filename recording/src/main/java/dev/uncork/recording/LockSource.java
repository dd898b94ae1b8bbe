package dev.uncork.recording;

/** Where the figures about locks come from, and so what they can say. */
public enum LockSource {
  /** Uncork's collector: every acquire that blocked. */
  UNCORK,
  /** JFR's own events: only acquires that took longer than a threshold. */
  JFR_ABOVE_THRESHOLD,
  /** The recording says nothing about locks. */
  NONE
}
