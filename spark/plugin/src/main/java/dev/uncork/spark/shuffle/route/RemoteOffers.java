package dev.uncork.spark.shuffle.route;

import org.jspecify.annotations.Nullable;

/** What this executor tells others so that they read its map outputs. For all threads. */
public interface RemoteOffers extends AutoCloseable {
  /** How this executor is reached. */
  byte[] greeting();

  /**
   * Where parts of a map output are; null if it isn't here or can't be read that way.
   *
   * @param group of {@link Lookup#GROUP_PARTS} parts
   */
  byte @Nullable [] output(int shuffle, long map, int group);

  /** Forgets a shuffle, which has ended. */
  void forget(int shuffle);

  @Override
  void close();
}
