package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.agent.observe.demand.LongFrames;
import dev.uncork.boot.nopreempt.NonPreemption;
import dev.uncork.rewriting.selection.ClassSelection;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Critical sections of all classes that the user chose, contended or not, now and as they are
 * loaded: what statistics are there to avoid, for comparison. Of the JDK's classes only those that
 * are loaded already.
 */
final class ChosenSections implements ClassFileTransformer {
  private static final List<String> NEVER =
      List.of("dev/uncork/agent/", "dev/uncork/boot/", "java/lang/", "jdk/", "sun/", "com/sun/");

  private final Instrumentation instrumentation;
  private final ClassSelection selection;
  private final SectionHooks hooks;
  private final Set<String> rewritten = ConcurrentHashMap.newKeySet();
  private final AtomicInteger methods = new AtomicInteger();
  private List<String> leftAlone = List.of();

  /** Changes nothing yet. */
  ChosenSections(Instrumentation instrumentation, ClassSelection selection, NonPreemption.Way way) {
    this.instrumentation = instrumentation;
    this.selection = selection;
    this.hooks = way == NonPreemption.Way.EXTENSION ? SectionHooks.REQUESTS : SectionHooks.ALL;
  }

  void install() {
    instrumentation.addTransformer(this, true);
    leftAlone = retransform(null);
  }

  /**
   * Gives all classes back the code that they had.
   *
   * @return null, or which of them have not got it, in one line
   */
  @Nullable String remove() {
    instrumentation.removeTransformer(this);
    List<String> failed = retransform(rewritten);
    rewritten.clear();
    return failed.isEmpty() ? null : "could not restore " + String.join("; ", failed);
  }

  /** What was done, in a few words. */
  String summary() {
    return methods.get()
        + " methods chosen by name"
        + (leftAlone.isEmpty() ? "" : " (left alone: " + String.join("; ", leftAlone) + ")");
  }

  /** What threads are in loops of keeps the code that it has. */
  private List<String> retransform(@Nullable Set<String> named) {
    List<Class<?>> types = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      String name = type.getName().replace('.', '/');
      boolean wanted =
          named == null
              ? wanted(name, type.getClassLoader() == null) && !ours(type.getClassLoader())
              : named.contains(name);
      if (wanted && instrumentation.isModifiableClass(type)) {
        types.add(type);
        names.add(type.getName());
      }
    }
    LongFrames frames = LongFrames.of(names);
    List<String> failed = new ArrayList<>();
    for (Class<?> type : types) {
      String reason = frames.reasonAgainst(type);
      if (reason != null) {
        failed.add(type.getName() + ": " + reason);
        continue;
      }
      try {
        instrumentation.retransformClasses(type);
      } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
        failed.add(type.getName() + ": " + e);
      }
    }
    return failed;
  }

  private static boolean ours(@Nullable ClassLoader loader) {
    return loader == ChosenSections.class.getClassLoader();
  }

  private boolean wanted(String name, boolean ofJdk) {
    for (String prefix : NEVER) {
      if (name.startsWith(prefix)) {
        return false;
      }
    }
    return selection.contains(name, ofJdk);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    try {
      // First what needs no class that may be the one that is being loaded.
      if (name == null
          || ours(loader)
          || loader == null && redefined == null
          || !wanted(name, loader == null)
          || !seesHooks(loader)) {
        return null;
      }
      RequestRewriter.Result result = RequestRewriter.rewrite(bytes, (type, method) -> true, hooks);
      if (result.bytes().length == 0) {
        return null;
      }
      rewritten.add(name);
      methods.addAndGet(result.changed().size());
      return result.bytes();
    } catch (Throwable e) {
      return null; // it stays as it is
    }
  }

  private static boolean seesHooks(@Nullable ClassLoader loader) throws ClassNotFoundException {
    return Class.forName(NonPreemption.class.getName(), false, loader)
        == Class.forName(NonPreemption.class.getName(), false, null);
  }
}
