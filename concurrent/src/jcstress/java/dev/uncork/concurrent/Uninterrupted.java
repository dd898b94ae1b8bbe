package dev.uncork.concurrent;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls of a worker by jcstress actors, which nobody interrupts and which may not throw. */
final class Uninterrupted {
  private Uninterrupted() {}

  static <E> void put(ChunkedWorklist.Worker<E> worker, E unit) {
    run(
        () -> {
          worker.put(unit);
          return null;
        });
  }

  /** A unit, or 0 if there is none within a time. */
  static int poll(ChunkedWorklist.Worker<Integer> worker, int seconds) {
    Integer unit =
        Uninterrupted.<Integer>run(
            () -> seconds == 0 ? worker.poll() : worker.poll(seconds, TimeUnit.SECONDS));
    return unit == null ? 0 : unit;
  }

  private interface Call<R> {
    @Nullable R make() throws InterruptedException;
  }

  private static <R> @Nullable R run(Call<R> call) {
    try {
      return call.make();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
