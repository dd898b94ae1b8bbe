package dev.uncork.concurrent;

/** The system call {@code membarrier} of Linux, by one of the ways that Java has to make it. */
interface Membarrier {
  /** Runs a full memory barrier on every processor that runs a thread of this process. */
  int PRIVATE_EXPEDITED = 1 << 3;

  /** Announces the use of {@link #PRIVATE_EXPEDITED}; needed once per process. */
  int REGISTER_PRIVATE_EXPEDITED = 1 << 4;

  /** Makes the call: 0 or more when it succeeded, else negative. */
  int call(int command);
}
