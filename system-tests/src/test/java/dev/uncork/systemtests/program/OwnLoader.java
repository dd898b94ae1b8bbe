package dev.uncork.systemtests.program;

import java.io.IOException;
import java.io.InputStream;

/**
 * A program with a class loader of its own, which loads classes whenever it is asked for a class
 * file. One of them locks an object that another thread has locked.
 */
public final class OwnLoader extends ClassLoader {
  private int asked;

  private OwnLoader() {
    super(OwnLoader.class.getClassLoader());
  }

  /** Locked by one thread, until the other comes. */
  static final class Held {
    private int uses;

    synchronized void use() {
      uses++;
    }

    synchronized void during(Runnable work) {
      uses++;
      work.run();
    }
  }

  /** Loaded when the class loader is asked for a class file, if it ever is. */
  static final class Latecomer {
    static volatile boolean inside;

    private Latecomer() {}

    static void enter(Object lock) {
      synchronized (lock) {
        inside = true;
      }
    }
  }

  /** Defined by the class loader itself. */
  public static class Base {
    public synchronized int one() {
      return 1;
    }
  }

  /** What the loader is asked for, with a superclass to look at. */
  public static final class Derived extends Base {
    public synchronized int two() {
      return 2 * one();
    }
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    asked++;
    Latecomer.inside = false;
    return super.getResourceAsStream(name);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.equals(Base.class.getName())
        && !name.equals(OwnLoader.class.getName() + "$Derived")) {
      return super.loadClass(name, resolve);
    }
    Class<?> loaded = findLoadedClass(name);
    if (loaded != null) {
      return loaded;
    }
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Held first = new Held(); // The first object to be locked often has reservations get ready.
    for (int i = 0; i < 100; i++) {
      first.use();
    }
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("uncork-remedies"))) {
      Thread.onSpinWait();
    }
    OwnLoader loader = new OwnLoader();
    Class<?> derived = loader.loadClass(OwnLoader.class.getName() + "$Derived");
    Object made = derived.getDeclaredConstructor().newInstance();
    System.out.println("two " + derived.getMethod("two").invoke(made));
    Held held = new Held();
    for (int i = 0; i < 100; i++) {
      held.use();
    }
    held.during(() -> meet(held));
    System.out.println("asked " + loader.asked);
  }

  private static void meet(Held held) {
    Thread other = new Thread(() -> Latecomer.enter(held));
    other.setDaemon(true);
    other.start();
    while (!Latecomer.inside
        && (other.getState() == Thread.State.NEW || other.getState() == Thread.State.RUNNABLE)) {
      Thread.onSpinWait();
    }
    System.out.println("alone " + !Latecomer.inside);
  }
}
