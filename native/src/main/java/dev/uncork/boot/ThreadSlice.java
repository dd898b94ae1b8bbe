package dev.uncork.boot;

import org.jspecify.annotations.Nullable;

/**
 * What one platform thread has of the ways not to be preempted. Used by that thread only; others
 * see its id and its count.
 */
final class ThreadSlice {
  /** In the slots that no thread has. */
  static final ThreadSlice NOBODY = new ThreadSlice(-1);

  final long threadId;

  /** Where this thread asks now: {@link SliceBytes#BUSY} while it is not to. */
  long control;

  /** Sections begun since the thread last turned to another way, unless by asking in this one. */
  long sections;

  /** Its own two bytes; 0 until the extension was first asked for, and where there is none. */
  private long own;

  private boolean attached;
  private boolean lengthened;

  ThreadSlice(long threadId) {
    this.threadId = threadId;
  }

  /** From now on the thread asks in this way. */
  void turnTo(NonPreemption.@Nullable Way way) {
    if (way == NonPreemption.Way.EXTENSION && !attached) {
      attached = true;
      own = NonPreemption.source.attach();
    } else if (way == NonPreemption.Way.LONGER_SLICE && !lengthened) {
      lengthened = true;
      NonPreemption.lengthen();
    }
    sections = 0;
    control = way == NonPreemption.Way.EXTENSION && own != 0 ? own : SliceBytes.BUSY;
  }

  boolean lengthened() {
    return lengthened;
  }

  /** Whether it asks or was granted time. */
  boolean busy() {
    return own != 0 && SliceBytes.areBusy(own);
  }

  /** Whether a request is set that the kernel would grant. */
  boolean requested() {
    return own != 0 && SliceBytes.request(own);
  }
}
