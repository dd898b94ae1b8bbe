package dev.uncork.spark.shuffle;

/** How blocks of other executors come to this one. */
enum Transport {
  /** Out of memory: mapped on the same host, by one-sided reads from other hosts. */
  UNCORK,
  /**
   * For comparison: Spark's own writers, whose files are mapped and registered one by one; each
   * block is gotten into memory that is allocated and registered for it alone.
   */
  NAIVE,
  /** For comparison: Spark's own writers and fetches. */
  NETTY,
  /** For comparison: Spark's own writers; fetches by blocking sockets of {@code java.nio}. */
  NIO
}
