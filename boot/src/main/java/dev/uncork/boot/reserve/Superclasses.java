package dev.uncork.boot.reserve;

import java.lang.ref.Reference;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What class files told about the superclasses of rewritten classes, looked at again when the
 * classes are there: a class loader may have made them from other files.
 */
public final class Superclasses {
  private static final String SEVERAL = "";

  /** By name of a rewritten class of the application, its first superclass of the JDK. */
  private static final ConcurrentHashMap<String, String> EXPECTED = new ConcurrentHashMap<>();

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private Superclasses() {}

  /**
   * Notes what was read, before the class is there.
   *
   * @param className of a class that is being rewritten, with dots
   * @param ofJdk the first of its superclasses that belongs to the JDK
   */
  public static void expect(String className, String ofJdk) {
    EXPECTED.merge(className, ofJdk, (before, now) -> before.equals(now) ? now : SEVERAL);
  }

  /**
   * What forbids to do without the monitor of the objects of a class, whose own superclasses aren't
   * those that it was judged by; null when nothing does.
   */
  public static @Nullable String against(Class<?> type) {
    if (Thread.class.isAssignableFrom(type)
        || ClassLoader.class.isAssignableFrom(type)
        || Reference.class.isAssignableFrom(type)) {
      return "the JVM itself uses the monitor";
    }
    Class<?> jdks = type;
    while (!isJdks(jdks)) {
      jdks = jdks.getSuperclass();
    }
    boolean known = jdks == Object.class || Reservable.class.isAssignableFrom(jdks);
    for (Class<?> at = type; at != jdks; at = at.getSuperclass()) {
      String expected = EXPECTED.get(at.getName());
      if (expected != null && !expected.equals(jdks.getName())) {
        return "its superclass is not the one in its class path";
      }
      known |= expected != null;
    }
    return known ? null : "nothing is known about its superclass " + jdks.getName();
  }

  private static boolean isJdks(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == PLATFORM;
  }
}
