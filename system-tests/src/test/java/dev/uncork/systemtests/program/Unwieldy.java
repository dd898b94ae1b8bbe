package dev.uncork.systemtests.program;

import java.lang.reflect.Field;

/**
 * One thread and an object of its own with a method that takes a compiler some effort. Rewritten,
 * it goes on until the object isn't reserved any more.
 */
public final class Unwieldy {
  private static final int ROUNDS = 200_000;
  private static final long DEADLINE_NANOS = 60_000_000_000L;

  private Unwieldy() {}

  /** What the thread locks. */
  static final class Mixer {
    private final StringBuilder text = new StringBuilder();

    synchronized int mix(long value) {
      text.setLength(0);
      text.append(value).append(' ').append(Long.toHexString(value)).append((int) value);
      text.append(Math.floorMod(value, 97)).append(Long.reverse(value)).append(value % 10 == 0);
      return text.toString().hashCode();
    }
  }

  public static void main(String[] arguments) throws ReflectiveOperationException {
    Mixer mixer = new Mixer();
    if (Mixer.class.getInterfaces().length > 0) {
      goOn(mixer, true);
      goOn(mixer, false);
    }
    int sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
      sum += mixer.mix(i);
    }
    System.out.println("sum " + sum);
  }

  /** Locks an object until it is reserved, or until that has ended. */
  private static void goOn(Mixer mixer, boolean reserved) throws ReflectiveOperationException {
    long begin = System.nanoTime();
    while (isReserved(mixer) != reserved && System.nanoTime() - begin < DEADLINE_NANOS) {
      mixer.mix(begin);
    }
  }

  private static boolean isReserved(Mixer mixer) throws ReflectiveOperationException {
    Object reservation = Mixer.class.getMethod("uncork$reservation").invoke(mixer);
    if (reservation == null) {
      return false;
    }
    Field revoked = reservation.getClass().getSuperclass().getDeclaredField("revoked");
    revoked.setAccessible(true);
    return revoked.getInt(reservation) == 0;
  }
}
