package dev.uncork.boot.nopreempt;

import org.jspecify.annotations.Nullable;

/**
 * What one platform thread has of the ways not to be preempted. Used by that thread only; others
 * see its id and its count.
 *
 * <p>With longer slices it also tells when the thread has had its turn. Reading the clock takes
 * longer than all else around a section, so that it is read once in as many sections as fit into
 * {@link #LOOK_NANOS}, which is found by doubling and halving. When the kernel gave the thread the
 * processor isn't known; a long time between two looks means that it was away meanwhile.
 */
final class ThreadSlice {
  /** In the slots that no thread has. */
  static final ThreadSlice NOBODY = new ThreadSlice(-1);

  /**
   * After which a thread with longer slices gives the processor back. As long as Linux' own slices
   * on four processors, and a tenth of the longer ones, so that hardly any ends in a section.
   */
  private static final long TURN_NANOS = 2_000_000;

  /** A look takes some hundred instructions: this often, a thousandth of the time. */
  private static final long LOOK_NANOS = 200_000;

  /** Much longer than looks are apart, shorter than others' turns. */
  private static final long AWAY_NANOS = 1_000_000;

  private static final int MOST_BETWEEN_LOOKS = 1 << 12;

  final long threadId;

  /** Where this thread asks now: {@link SliceBytes#BUSY} while it is not to. */
  long control;

  /** Sections begun since the thread last turned to another way. */
  long sections;

  /** At which number of sections the thread is to look at the clock, before the section. */
  long lookAt;

  /** Its own two bytes; 0 until the extension was first asked for, and where there is none. */
  private long own;

  /** Two bytes that no kernel knows of; 0 until it first had longer slices. */
  private long unshared;

  private boolean attached;
  private int betweenLooks = 1;
  private long lookedNanos;
  private long turnBeganNanos;

  ThreadSlice(long threadId) {
    this.threadId = threadId;
  }

  /** From now on the thread asks in this way. */
  void turnTo(NonPreemption.@Nullable Way way) {
    sections = 0;
    lookAt = Long.MAX_VALUE;
    control = SliceBytes.BUSY;
    if (way == NonPreemption.Way.EXTENSION) {
      if (!attached) {
        attached = true;
        own = NonPreemption.source.attach();
      }
      control = own != 0 ? own : SliceBytes.BUSY;
    } else if (way != null) {
      if (unshared == 0) {
        unshared = NonPreemption.source.unshared();
        NonPreemption.lengthen(way);
      }
      lookAt = 0;
      control = unshared;
    }
  }

  /** The thread is between two sections, and it is time to look at the clock. */
  void look() {
    long now = System.nanoTime();
    long sinceNanos = now - lookedNanos;
    if (sinceNanos > AWAY_NANOS) {
      turnBeganNanos = now;
    } else if (now - turnBeganNanos >= TURN_NANOS) {
      NonPreemption.source.giveBack();
      now = System.nanoTime();
      turnBeganNanos = now;
    }
    lookedNanos = now;
    if (sinceNanos < LOOK_NANOS / 2) {
      betweenLooks = Math.min(2 * betweenLooks, MOST_BETWEEN_LOOKS);
    } else if (sinceNanos > 2 * LOOK_NANOS) {
      betweenLooks = Math.max(betweenLooks / 2, 1);
    }
    lookAt = sections + betweenLooks;
  }

  boolean lengthened() {
    return unshared != 0;
  }

  /** Whether the bytes where it asks now are those that only it reads. */
  boolean asksNoKernel() {
    return control == unshared;
  }

  /** Whether it asks or was granted time. */
  boolean busy() {
    return own != 0 && SliceBytes.areBusy(own) || unshared != 0 && SliceBytes.areBusy(unshared);
  }

  /** Whether a request is set. */
  boolean requested() {
    return own != 0 && SliceBytes.request(own) || unshared != 0 && SliceBytes.request(unshared);
  }
}
