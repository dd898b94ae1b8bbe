package dev.uncork.agent.observe.progress;

/** Something that knows the application's operations count; asked once a second. */
public interface ProgressSource {
  /** Emits what is new since the last call. Throws nothing. */
  void poll();
}
