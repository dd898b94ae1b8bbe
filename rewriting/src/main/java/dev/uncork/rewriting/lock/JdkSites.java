package dev.uncork.rewriting.lock;

import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.tree.ClassNode;

/**
 * The classes of module java.base, JDK 17 to 25, that lock objects which they are given, so that
 * they might lock an application's reserved object. A test keeps the list complete.
 */
public final class JdkSites {
  /** Internal names. */
  public static final Set<String> NAMES =
      JdkSiteNames.LIST.lines().collect(Collectors.toUnmodifiableSet());

  /**
   * Classes that lock only objects which are never reserved, although their code doesn't show it:
   * class loaders and their entries, threads, {@code StringBuffer}s, and what belongs to timers.
   */
  private static final Set<String> INTERNAL =
      Set.of(
          "java/lang/Class",
          "java/lang/ClassLoader",
          "java/lang/ClassLoader$ParallelLoaders",
          "java/lang/String",
          "java/lang/VirtualThread",
          "java/net/URLClassLoader",
          "java/util/Timer",
          "java/util/Timer$ThreadReaper",
          "java/util/TimerThread",
          "java/util/concurrent/ConcurrentHashMap",
          "jdk/internal/loader/BuiltinClassLoader",
          "jdk/internal/loader/Loader",
          "jdk/internal/loader/NativeLibraries$Unloader");

  private JdkSites() {}

  /**
   * Whether a place may concern an object of another class than the JDK's own: not when it has
   * exactly a known type, is a class or thread, or {@code this} (a superclass is looked at by
   * {@link Eligibility}).
   */
  static boolean mayConcernOthers(ClassNode type, MonitorSite site) {
    String lock = site.type();
    return !site.exact()
        && !lock.equals("java/lang/Class")
        && !lock.equals("java/lang/Thread")
        && !lock.equals("java/lang/String")
        && !lock.equals(type.name)
        && !lock.startsWith(type.name + "$")
        && !INTERNAL.contains(type.name)
        && !type.name.startsWith("java/lang/invoke/")
        && !lock.startsWith("sun/")
        && !lock.startsWith("jdk/")
        && !lock.startsWith("[");
  }
}
