package dev.uncork.agent.child;

import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;

/** A program with a method that a compiler gives up when it may use few nodes only. */
public final class GivenUpProgram {
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int ENOUGH_TO_LEARN = 20;
  private static final int ROUNDS = 10_000;

  private GivenUpProgram() {}

  /** What takes a compiler some effort. */
  static class Mixer {
    private final StringBuilder text = new StringBuilder();

    synchronized int mix(long value) {
      text.setLength(0);
      text.append(value).append(' ').append(Long.toHexString(value)).append((int) value);
      text.append(Math.floorMod(value, 97)).append(Long.reverse(value)).append(value % 10 == 0);
      return text.toString().hashCode();
    }
  }

  /** Has nothing of its own. */
  static final class Heir extends Mixer {}

  /** What takes it none. */
  static final class Steady {
    private int value;

    synchronized int mix(long delta) {
      value += (int) delta;
      return value;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Mixer first = new Mixer();
    long begin = System.nanoTime();
    for (int i = 0; !reserved(first) && System.nanoTime() - begin < DEADLINE_NANOS; i++) {
      first.mix(i);
    }
    System.out.println("reserved " + reserved(first));
    while (reserved(first) && System.nanoTime() - begin < DEADLINE_NANOS) {
      mixed(first);
    }
    System.out.println("reserved later " + reserved(first));
    System.out.println("new one " + reserved(mixed(new Mixer())));
    System.out.println("heir " + reserved(mixed(new Heir())));
    Steady steady = new Steady();
    for (int i = 0; i < ENOUGH_TO_LEARN; i++) {
      steady.mix(0);
    }
    System.out.println("another class's " + reserved(steady));
    System.out.println("sum " + sum(first, steady));
  }

  static int sum(Mixer mixer, Steady steady) {
    int sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
      sum += mixer.mix(i) + steady.mix(i);
    }
    return sum;
  }

  private static Mixer mixed(Mixer mixer) {
    for (int i = 0; i < ENOUGH_TO_LEARN; i++) {
      mixer.mix(i);
    }
    return mixer;
  }

  /** Whether somebody may enter by the object's reservation. */
  private static boolean reserved(Object object) throws ReflectiveOperationException {
    Object reservation = object.getClass().getMethod("uncork$reservation").invoke(object);
    return reservation != null
        && field(reservation, "owner").get(reservation) != null
        && field(reservation, "revoked").getInt(reservation) == 0;
  }

  private static Field field(Object reservation, String name) throws NoSuchFieldException {
    Field field = reservation.getClass().getSuperclass().getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
