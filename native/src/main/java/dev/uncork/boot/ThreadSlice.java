package dev.uncork.boot;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One thread's requests not to be preempted. Used by that thread only.
 *
 * <p>The kernel reads and writes the two bytes in an interrupt of this very thread, so program
 * order is all that is needed between the accesses; the fences stop the compiler alone. A stale
 * request does no harm: the kernel clears it when it grants it, and what it grants ends by itself.
 */
final class ThreadSlice {
  private static final int REQUEST = 0;
  private static final int GRANTED = 1;

  private final boolean virtual;

  /** Null until the extension was first asked for, and where there is none. */
  private @Nullable ByteBuffer control;

  private boolean attached;
  private boolean lengthened;
  private int depth;
  private boolean asked;

  ThreadSlice(boolean virtual) {
    this.virtual = virtual;
  }

  int depth() {
    return depth;
  }

  /** Whether a request is set that the kernel would grant. */
  boolean requested() {
    ByteBuffer shared = control;
    return shared != null && shared.get(REQUEST) != 0;
  }

  /** A critical section is about to begin. */
  void enter() {
    if (virtual || depth++ != 0) {
      return;
    }
    NonPreemption.Way way = NonPreemption.active();
    if (way == NonPreemption.Way.EXTENSION) {
      if (!attached) {
        attached = true;
        control = SliceKernel.attach0();
      }
      ask();
    } else if (way == NonPreemption.Way.LONGER_SLICE && !lengthened) {
      lengthened = true;
      NonPreemption.lengthen();
    }
  }

  private void ask() {
    ByteBuffer shared = control;
    if (shared != null) {
      asked = true;
      shared.put(REQUEST, (byte) 1);
      VarHandle.releaseFence(); // what the section does stays behind the request
    }
  }

  /** A critical section has ended, its lock is free. */
  void leave() {
    if (depth > 0 && --depth == 0 && asked) {
      end(true);
    }
  }

  /** A critical section is about to end, its lock still held: no reason to yield yet. */
  void leaving() {
    if (depth > 0 && --depth == 0 && asked) {
      end(false);
    }
  }

  /** The thread is about to sleep inside of a section, its lock given back. */
  void pause() {
    ByteBuffer shared = control;
    if (asked && shared != null) {
      asked = false;
      shared.put(REQUEST, (byte) 0);
    }
  }

  /** It woke up and has its lock again. */
  void resume() {
    if (depth > 0 && NonPreemption.active() == NonPreemption.Way.EXTENSION) {
      ask();
    }
  }

  /** An exception leaves a method in which sections may be open. */
  void escape() {
    if (depth > 0) {
      depth = 0;
      if (asked) {
        end(true);
      }
    }
  }

  private void end(boolean free) {
    ByteBuffer shared = control;
    asked = false;
    if (shared == null) {
      return;
    }
    VarHandle.releaseFence(); // what the section did stays before the withdrawal
    boolean unused = shared.get(REQUEST) != 0;
    shared.put(REQUEST, (byte) 0);
    VarHandle.acquireFence(); // granted is read after the withdrawal: no grant comes later
    if (shared.get(GRANTED) != 0) {
      NonPreemption.granted(free && SliceKernel.yield0(), !free);
    } else if (!unused) {
      NonPreemption.revoked();
    }
  }
}
