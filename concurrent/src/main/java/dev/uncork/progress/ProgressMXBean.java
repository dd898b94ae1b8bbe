package dev.uncork.progress;

/** How a {@link Progress} shows itself to management tools and to Uncork's agent. */
public interface ProgressMXBean {
  /** Operations done since the start. */
  long getCount();
}
