package dev.uncork.agent.reserve;

import dev.uncork.agent.jvm.ClassFiles;
import dev.uncork.agent.jvm.HookAccess;
import dev.uncork.boot.counter.CounterClass;
import dev.uncork.boot.counter.CounterGroup;
import dev.uncork.boot.counter.StaticCounters;
import dev.uncork.boot.reserve.Reservable;
import dev.uncork.boot.reserve.Superclasses;
import dev.uncork.rewriting.counter.CounterRewriter;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/** Rewrites each class of the application, and a few of the JDK, when it is loaded. */
final class LockTransformer implements ClassFileTransformer {
  private static final String RESERVABLE = Reservable.class.getName().replace('.', '/');

  private final WantedRemedies wanted;
  private final RewrittenClasses results;
  private final HookAccess access;
  private final Consumer<String> unhooked;
  private final LockingSubclasses subclasses = new LockingSubclasses();
  private volatile boolean warm;
  private volatile boolean hooking;

  /**
   * Classes of the JDK that came by before they were hooked; {@link LockRemedies} looks after them.
   * Under its own monitor: the structures of j.u.c. link variable handles at their first use, which
   * loads classes while one is being loaded.
   */
  private final List<String> missed = new ArrayList<>();

  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /**
   * Rewrites nothing yet.
   *
   * @param unhooked is told of a class that may lock anything and can't be hooked, before it is
   *     loaded, with the reason in one line
   */
  LockTransformer(
      WantedRemedies wanted,
      RewrittenClasses results,
      HookAccess access,
      Consumer<String> unhooked) {
    this.wanted = wanted;
    this.results = results;
    this.access = access;
    this.unhooked = unhooked;
  }

  /** Rewrites something once, so that all classes that this needs are loaded. */
  void warmUp() {
    ClassSource jdk = ClassFiles.ofJdk();
    byte[] bytes = jdk.bytes("java/util/Vector");
    if (bytes != null) {
      new LockRewriter(jdk, name -> true, name -> true).rewrite(bytes);
      LockRewriter.hookOnly(bytes, false);
      if (wanted.counters()) {
        new CounterRewriter(jdk, name -> true, false).rewrite(bytes);
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
          results.rewrittenBefore(className.replace('/', '.'));
        }
        return null; // With all its hooks.
      }
      if (!ofJdk && redefined == null && wanted.counters()) {
        subclasses.seen(bytes);
      }
      if (!LockScan.mayLock(bytes)) {
        return null;
      }
      access.openTo(module);
      return rewritten(ClassFiles.around(loader, domain), className, redefined, bytes, ofJdk);
    } catch (Throwable e) {
      results.failed(className.replace('/', '.'), e);
      return redefined == null ? hookedOnly(className, bytes) : givenUp(className, e);
    }
  }

  /** Of a class that can't be rewritten: perhaps it can be hooked, which takes less room. */
  private byte @Nullable [] hookedOnly(String className, byte[] bytes) {
    try {
      return LockRewriter.hookOnly(bytes, wanted.counters());
    } catch (Throwable e) {
      return givenUp(className, e);
    }
  }

  private byte @Nullable [] givenUp(String className, Throwable e) {
    unhooked.accept(className.replace('/', '.') + " may lock any object and can't be hooked: " + e);
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
      if (mayHook(name) || wanted.reserve().contains(name, true)) {
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
    return warm && (hooking && mayHook(className) || wanted.reserve().contains(className, true));
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
    if (!ofJdk
        && (redefined == null
            || faces.contains(CounterClass.class)
            || faces.contains(StaticCounters.class))) {
      counted = counters(source, className, redefined == null, bytes);
    }
    byte[] input = counted == null ? bytes : counted;
    if (redefined != null && !faces.contains(Reservable.class)) {
      // Loaded before: members can't be added any more.
      byte[] hooked = LockRewriter.hookOnly(input, !ofJdk && wanted.counters());
      return hooked == null ? counted : hooked;
    }
    LockRewriter.Result result = reservations(source, ofJdk).rewrite(input);
    if (redefined == null) {
      if (result.reserved() > 0 && !ofJdk) {
        expectSuperclass(source, className, bytes);
      }
      results.add(className.replace('/', '.'), result);
    }
    return result.bytes() == null ? counted : result.bytes();
  }

  /** Makes a class's counters atomic, where it has some and nothing is known against it. */
  private byte @Nullable [] counters(
      ClassSource source, String className, boolean first, byte[] bytes) {
    if (!wanted.counters()) {
      return null;
    }
    boolean spread = wanted.adder().contains(className, false);
    if (!spread && !wanted.counter().contains(className, false)) {
      return null;
    }
    CounterRewriter rewriter =
        new CounterRewriter(
            source, name -> !isOfJdk(name) || JdkSites.NAMES.contains(name), spread);
    CounterRewriter.Result result = rewriter.rewrite(bytes);
    if (!first) {
      return result.bytes();
    }
    String name = className.replace('/', '.');
    String off = CounterGroup.named(name).offBecause();
    if (!results.addCounters(name, result, off)) {
      return null;
    }
    expectSuperclass(source, className, bytes);
    return result.bytes();
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
    while (!isOfJdk(above)) {
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
        name -> wanted.reserve().contains(name, ofJdk),
        // Classes of the JDK below the application's are there already, with their own code.
        name -> ofJdk || !isOfJdk(name),
        !ofJdk && wanted.counters());
  }

  private static boolean isOfJdk(String internalName) {
    return internalName.equals("java/lang/Object")
        || ClassLoader.getPlatformClassLoader().getResource(internalName + ".class") != null;
  }
}
