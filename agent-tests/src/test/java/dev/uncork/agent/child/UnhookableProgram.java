package dev.uncork.agent.child;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A program that loads a class that can't be hooked when an object is reserved. Its arguments are
 * the class's name and its file.
 */
public final class UnhookableProgram {
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private UnhookableProgram() {}

  /** What can be reserved. */
  static final class Counter {
    private long value;

    synchronized void add() {
      value++;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Counter counter = new Counter();
    long begin = System.nanoTime();
    while (!isReserved(counter) && System.nanoTime() - begin < DEADLINE_NANOS) {
      counter.add();
    }
    System.out.println("reserved before " + isReserved(counter));
    Consumer<Object> unhookable = load(arguments[0], Files.readAllBytes(Path.of(arguments[1])));
    Thread other =
        new Thread(
            () -> {
              unhookable.accept(counter);
              System.out.println("locked the same");
            });
    other.start();
    other.join();
    Counter next = new Counter();
    for (int i = 0; i < 100; i++) {
      next.add();
    }
    System.out.println("reserved after " + isReserved(next));
  }

  private static boolean isReserved(Counter counter) throws ReflectiveOperationException {
    Object reservation = Counter.class.getMethod("uncork$reservation").invoke(counter);
    if (reservation == null) {
      return false;
    }
    Field owner = reservation.getClass().getSuperclass().getDeclaredField("owner");
    owner.setAccessible(true);
    return owner.get(reservation) != null;
  }

  @SuppressWarnings("unchecked")
  private static Consumer<Object> load(String name, byte[] file)
      throws ReflectiveOperationException {
    ClassLoader loader =
        new ClassLoader(UnhookableProgram.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String wanted) {
            return defineClass(wanted, file, 0, file.length);
          }
        };
    return (Consumer<Object>) loader.loadClass(name).getDeclaredConstructor().newInstance();
  }
}
