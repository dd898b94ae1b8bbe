package dev.uncork.spark.numa;

import java.nio.file.Path;

/**
 * The kernel's calls for the affinity of threads and the place of memory. Sets are words of 64
 * bits, the lowest first, as {@link java.util.BitSet#toLongArray} makes them, and never empty.
 */
public final class NumaKernel {
  /** Words that hold any set of CPUs or nodes of a Linux system. */
  public static final int MAX_WORDS = 128;

  /** The error of a thread that has ended. */
  public static final int ESRCH = 3;

  /** The error of {@link #preferNodes} for a thread that has another policy. */
  public static final int EBUSY = 16;

  private NumaKernel() {}

  /**
   * Loads {@code libuncork-numa.so}; once per class loader.
   *
   * @throws UnsatisfiedLinkError when it is no library for this machine
   */
  public static void load(Path library) {
    System.load(library.toAbsolutePath().toString());
  }

  /** Lets a thread run on these CPUs only; 0 or an errno. */
  public static native int setAffinity(int threadId, long[] cpus);

  /** Writes the CPUs that a thread may run on to {@code cpus}; 0 or an errno. */
  public static native int getAffinity(int threadId, long[] cpus);

  /**
   * Moves the pages of this process from some nodes to others, given as arrays of the same length.
   *
   * @return how many could not be moved, or a negative errno
   */
  public static native long migratePages(long[] from, long[] to);

  /**
   * Makes the calling thread take its memory from these nodes while they have some, instead of
   * those that an earlier call of it named; a word of 0 ends it.
   *
   * @return 0 or an errno; {@link #EBUSY} for a thread that has a policy of somebody else's
   */
  public static native int preferNodes(long[] nodes);
}
