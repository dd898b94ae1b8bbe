package dev.uncork.agent.remedy.hooks;

import dev.uncork.agent.jvm.HookAccess;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.protocol.AgentOption;
import dev.uncork.rewriting.lock.JdkSites;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hooks in whatever may lock any object: what a remedy needs that lets objects be locked in another
 * way than by their monitors.
 *
 * <p>Who relies on them joins before the first one begins, since one transformer does it all: it
 * sees each class once. Once a class is rewritten it stays so, and so does the transformer: a class
 * loaded later might lock an object of a rewritten class.
 */
public final class LockHooks {
  private final RemedySite site;
  private Reserving reserving = new Reserving() {};
  private @Nullable Counting counting;
  private @Nullable LockTransformer transformer;

  /** The application's classes from before the rewriting. */
  private List<Class<?>> before = List.of();

  /** What was retransformed to be hooked: some of the JDK, once it was. */
  private Class<?>[] hooked = {};

  private volatile @Nullable String broken;

  /** Changes nothing yet. */
  public LockHooks(RemedySite site) {
    this.site = site;
  }

  /** Has synchronized methods rewritten, from the beginning on. */
  public void join(Reserving who) {
    reserving = who;
  }

  /** Has counters rewritten, from the beginning on. */
  public void join(Counting who) {
    counting = who;
  }

  /** Undoes that, before the beginning. */
  public void leave(Counting who) {
    if (counting == who) {
      counting = null;
    }
  }

  /** Whether each class that is loaded has to be seen. */
  public boolean inUse() {
    return transformer != null;
  }

  /**
   * Rewrites classes from now on: those of the JDK, too, unless that can wait, since the command
   * line has rewritten what it starts with and there are no counters.
   */
  public void begin() {
    if (transformer != null) {
      return;
    }
    HookAccess access = new HookAccess(site.instrumentation());
    access.open();
    Counting counters = counting;
    Users users = new Users(counters == null ? List.of(reserving) : List.of(reserving, counters));
    LockTransformer starting = new LockTransformer(reserving, counters, access, users);
    if (!site.options().get(AgentOption.EARLY) || counting != null) {
      starting.warmUp();
    }
    site.instrumentation().addTransformer(starting, true);
    before = ofApplication(site.instrumentation().getAllLoadedClasses());
    transformer = starting;
  }

  /**
   * Has classes of the JDK rewritten from now on.
   *
   * @return all classes that were loaded before they could be
   */
  public List<Class<?>> warmUp() {
    LockTransformer warm = Objects.requireNonNull(transformer);
    warm.warmUp();
    awaitMissed(warm);
    List<Class<?>> all = new ArrayList<>(before);
    for (Class<?> loaded : site.instrumentation().getAllLoadedClasses()) {
      if (isOrdinary(loaded) && isOfJdk(loaded)) {
        all.add(loaded);
      }
    }
    return all;
  }

  /**
   * Hooks what may lock anything: from now on what is loaded, and what is loaded already, which is
   * the application's classes from before the rewriting, and those of the JDK that are on the list.
   *
   * @return null, or why it is not possible, in one line
   */
  public @Nullable String hook() {
    if (hooked.length > 0) {
      return null;
    }
    LockTransformer hooking = Objects.requireNonNull(transformer);
    hooking.hookJdk();
    awaitMissed(hooking);
    List<Class<?>> late = new ArrayList<>(before);
    for (Class<?> loaded : site.instrumentation().getAllLoadedClasses()) {
      if (isOrdinary(loaded)
          && isOfJdk(loaded)
          && JdkSites.NAMES.contains(loaded.getName().replace('.', '/'))) {
        late.add(loaded);
      }
    }
    try {
      Class<?>[] all = late.toArray(Class[]::new);
      site.instrumentation().retransformClasses(all); // At one stop of the VM.
      hooked = all;
      return null;
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      return "classes that may lock any object can't be hooked: " + e;
    }
  }

  /** The classes that were loaded, and may have run, before they were hooked. */
  public Class<?>[] hooked() {
    return hooked.clone();
  }

  /** The class that may lock anything unseen, with the reason, or null while there is none. */
  public @Nullable String broken() {
    return broken;
  }

  /** Tells whoever joined. Nothing here may load classes: one is just being loaded. */
  private final class Users implements HookUser {
    private final List<HookUser> all;

    Users(List<HookUser> all) {
      this.all = all;
    }

    @Override
    public void failed(String className, Throwable e) {
      for (HookUser one : all) {
        one.failed(className, e);
      }
    }

    @Override
    public void unhooked(String reason) {
      broken = reason;
      for (HookUser one : all) {
        one.unhooked(reason);
      }
    }
  }

  /**
   * Waits until each class of the JDK that the transformer let pass is there: one that was just
   * being loaded wouldn't be among all loaded classes yet, and would never be hooked.
   */
  private static void awaitMissed(LockTransformer transformer) {
    for (String name : transformer.missed()) {
      try {
        Class.forName(name.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        // Then nobody has it.
      }
    }
  }

  private static List<Class<?>> ofApplication(Class<?>[] loaded) {
    return Arrays.stream(loaded).filter(type -> isOrdinary(type) && !isOfJdk(type)).toList();
  }

  private static boolean isOrdinary(Class<?> type) {
    return !type.isArray()
        && !type.isPrimitive()
        && !type.isHidden()
        && !LockTransformer.isOurs(type.getClassLoader(), type.getName().replace('.', '/'));
  }

  /** Whether a class is one of the JDK's that no other may be shared with. */
  public static boolean isOfJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }
}
