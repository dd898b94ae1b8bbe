package dev.uncork.boot.nopreempt;

/** What the kernel offers against the preemption of a thread; see the native library's slice.h. */
final class SliceKernel {
  private static final int ENXIO = 6;
  private static final int ENOSYS = 38;
  private static final int EINVAL = 22;
  private static final int EPERM = 1;

  private SliceKernel() {}

  /** Why {@link #attach0} returned 0, in words. */
  static String attachFailure() {
    int error = error0();
    return switch (error) {
      case ENOSYS -> "needs Linux 7.0 or newer with CONFIG_RSEQ_SLICE_EXTENSION";
      case ENXIO -> "restartable sequences are off here (glibc.pthread.rseq=0, or a sandbox)";
      case EINVAL -> "the kernel was built without CONFIG_RSEQ_SLICE_EXTENSION";
      default -> "the kernel refused it (errno " + error + ")";
    };
  }

  /** Why {@link #lengthen0} refused, in words. */
  static String lengthenFailure(int error) {
    return error == EPERM
        ? "not permitted here (sched_setattr; container sandboxes may forbid it)"
        : error == ENOSYS
            ? "no sched_setattr here"
            : "needs Linux 6.12 or newer (errno " + error + ")";
  }

  /**
   * The address of the bytes that the calling platform thread shares with the kernel: its request,
   * and whether it was granted. 0 where there is no such thing.
   */
  static native long attach0();

  /** The address of two bytes that the calling platform thread alone knows of, while it lives. */
  static native long unshared0();

  /** The calling thread's errno of its last {@link #attach0}. */
  static native int error0();

  /** Gives the processor back; true when time was left that the kernel had added. */
  static native boolean yield0();

  /** The kernel's number of the calling thread. */
  static native int threadId0();

  /** Sets the length of a thread's ordinary time slices, 0 for the system's own; 0 or an errno. */
  static native int lengthen0(int threadId, long nanos);
}
