package dev.uncork.agent.remedy.hooks;

import dev.uncork.agent.jvm.ClassFiles;
import dev.uncork.agent.jvm.HookAccess;
import dev.uncork.boot.counter.CounterClass;
import dev.uncork.boot.counter.StaticCounters;
import dev.uncork.boot.reserve.Reservable;
import dev.uncork.boot.reserve.Superclasses;
import dev.uncork.rewriting.lock.ClassSource;
import dev.uncork.rewriting.lock.JdkSites;
import dev.uncork.rewriting.lock.LockRewriter;
import dev.uncork.rewriting.lock.LockScan;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/** Rewrites each class of the application, and a few of the JDK, when it is loaded. */
final class LockTransformer implements ClassFileTransformer {
  private static final String RESERVABLE = Reservable.class.getName().replace('.', '/');

  /**
   * Classes of the JDK of each kind: with synchronized methods, with a serial form that is
   * computed, with methods that wait, with blocks that lock anything, and with no locks.
   */
  private static final List<String> REHEARSED =
      List.of(
          "java/util/Hashtable",
          "java/util/AbstractMap",
          "java/util/concurrent/ConcurrentHashMap",
          "java/io/ObjectStreamClass$DeserializationConstructorsCache", // of those above
          "java/io/PipedInputStream",
          "java/io/Reader",
          "java/lang/Math");

  private final Reserving reserving;
  private final @Nullable Counting counting;
  private final HookAccess access;
  private final HookUser user;
  private volatile boolean warm;
  private volatile boolean hooking;

  /**
   * Classes of the JDK that came by before they were hooked; {@link LockHooks} looks after them.
   * Under its own monitor: the structures of j.u.c. link variable handles at their first use, which
   * loads classes while one is being loaded.
   */
  private final List<String> missed = new ArrayList<>();

  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /**
   * Rewrites nothing yet.
   *
   * @param user is told of classes that can't be rewritten or hooked
   */
  LockTransformer(
      Reserving reserving, @Nullable Counting counting, HookAccess access, HookUser user) {
    this.reserving = reserving;
    this.counting = counting;
    this.access = access;
    this.user = user;
  }

  /**
   * Has another one rewrite a class of each kind for nothing, so that all classes that this needs
   * are initialized. Otherwise a thread in a static initializer of the JDK that loads a class would
   * wait here for another thread, which waits for that initializer.
   */
  void warmUp() {
    if (warm) {
      return;
    }
    LockTransformer rehearsing =
        new LockTransformer(reserving.rehearsing(REHEARSED), counting, access, new HookUser() {});
    rehearsing.warm = true;
    rehearsing.hooking = true;
    ClassSource jdk = ClassFiles.ofJdk();
    for (String name : REHEARSED) {
      byte[] bytes = jdk.bytes(name);
      if (bytes != null) {
        rehearsing.transform(Object.class.getModule(), null, name, null, null, bytes);
        if (counting != null) {
          counting.warmUp(jdk, bytes);
        }
      }
    }
    ClassFiles.warmUp();
    warm = true;
  }

  /**
   * From now on classes of the JDK that lock what they are given are hooked when they are loaded,
   * or retransformed. Not before there is something to hook them for: HotSpot doesn't elide their
   * locks any more.
   */
  void hookJdk() {
    hooking = true;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (className == null || isOurs(loader, className)) {
      return null;
    }
    boolean ofJdk = loader == null || loader == platform;
    if (ofJdk && !hooking && redefined == null && (!warm || mayHook(className))) {
      synchronized (missed) {
        missed.add(className); // Nothing that would load classes: it may be what we need for that.
      }
    }
    if (ofJdk && !concerns(className)) { // Looks again: they may have been polled already.
      return null;
    }
    try {
      if (ofJdk && reservable(bytes)) {
        if (redefined == null) {
          reserving.rewrittenBefore(className.replace('/', '.'));
        }
        return null; // With all its hooks.
      }
      if (!ofJdk && redefined == null && counting != null) {
        counting.seen(bytes);
      }
      if (!LockScan.mayLock(bytes)) {
        return null;
      }
      access.openTo(module);
      return rewritten(ClassFiles.around(loader, domain), className, redefined, bytes, ofJdk);
    } catch (Throwable e) {
      user.failed(className.replace('/', '.'), e);
      return redefined == null ? hookedOnly(className, bytes) : givenUp(className, e);
    }
  }

  /** Of a class that can't be rewritten: perhaps it can be hooked, which takes less room. */
  private byte @Nullable [] hookedOnly(String className, byte[] bytes) {
    try {
      return LockRewriter.hookOnly(bytes, counting != null);
    } catch (Throwable e) {
      return givenUp(className, e);
    }
  }

  private byte @Nullable [] givenUp(String className, Throwable e) {
    user.unhooked(className.replace('/', '.') + " may lock any object and can't be hooked: " + e);
    return null;
  }

  /**
   * The classes of the JDK that are of concern and were loaded, or began to be, before they were
   * hooked and since the last call.
   */
  Set<String> missed() {
    List<String> all;
    synchronized (missed) {
      all = List.copyOf(missed);
      missed.clear();
    }
    Set<String> names = new HashSet<>();
    for (String name : all) {
      if (mayHook(name) || reserving.wants(name, true)) {
        names.add(name);
      }
    }
    return names;
  }

  /**
   * Whether a class of the JDK is rewritten now. Not before all classes that this needs are loaded:
   * it may be one of them. Those that are missed are hooked later.
   */
  private boolean concerns(String className) {
    return warm && (hooking && mayHook(className) || reserving.wants(className, true));
  }

  private static boolean mayHook(String className) {
    return JdkSites.NAMES.contains(className);
  }

  private byte @Nullable [] rewritten(
      ClassSource source,
      String className,
      @Nullable Class<?> redefined,
      byte[] bytes,
      boolean ofJdk) {
    List<Class<?>> faces = redefined == null ? List.of() : List.of(redefined.getInterfaces());
    byte[] counted = null;
    if (counting != null
        && !ofJdk
        && (redefined == null
            || faces.contains(CounterClass.class)
            || faces.contains(StaticCounters.class))) {
      counted = counting.rewrite(source, className, redefined == null, bytes);
      if (counted != null && redefined == null) {
        expectSuperclass(source, className, bytes);
      }
    }
    byte[] input = counted == null ? bytes : counted;
    if (redefined != null && !faces.contains(Reservable.class)) {
      // Loaded before: members can't be added any more.
      byte[] hooked = LockRewriter.hookOnly(input, !ofJdk && counting != null);
      return hooked == null ? counted : hooked;
    }
    LockRewriter.Result result = reservations(source, ofJdk).rewrite(input);
    if (redefined == null) {
      if (result.reserved() > 0 && !ofJdk) {
        expectSuperclass(source, className, bytes);
      }
      reserving.rewritten(className.replace('/', '.'), result);
    }
    return result.bytes() == null ? counted : result.bytes();
  }

  /** Whether the command line rewrote a class before the start. */
  private static boolean reservable(byte[] bytes) {
    return List.of(new ClassReader(bytes).getInterfaces()).contains(RESERVABLE);
  }

  /** Whether a class is one of the agent's own. */
  static boolean isOurs(@Nullable ClassLoader loader, String internalName) {
    return loader == LockTransformer.class.getClassLoader()
        || internalName.startsWith("dev/uncork/boot/")
        || internalName.startsWith("dev/uncork/agent/entry/");
  }

  /** Notes the superclass of the JDK that a class was judged by. */
  private static void expectSuperclass(ClassSource source, String className, byte[] bytes) {
    String above = new ClassReader(bytes).getSuperName();
    while (!ClassFiles.isOfJdk(above)) {
      byte[] superclass = source.bytes(above);
      if (superclass == null) {
        return;
      }
      above = new ClassReader(superclass).getSuperName();
    }
    if (!above.equals("java/lang/Object")) {
      Superclasses.expect(className.replace('/', '.'), above.replace('/', '.'));
    }
  }

  private LockRewriter reservations(ClassSource source, boolean ofJdk) {
    return new LockRewriter(
        source,
        name -> reserving.wants(name, ofJdk),
        // Classes of the JDK below the application's are there already, with their own code.
        name -> ofJdk || !ClassFiles.isOfJdk(name),
        !ofJdk && counting != null);
  }
}
