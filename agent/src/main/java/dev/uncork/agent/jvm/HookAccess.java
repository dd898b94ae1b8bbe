package dev.uncork.agent.jvm;

import dev.uncork.boot.collect.LockCollector;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets rewritten code call the boot classes, wherever it is: these are in the unnamed module of the
 * bootstrap loader, which java.base must be told to read, or in a patched java.base, which must
 * export them.
 */
public final class HookAccess {
  private static final Module BASE = Object.class.getModule();
  private static final String HOOKS = "dev.uncork.boot.";

  private final Instrumentation instrumentation;
  private final Module hooks = LockCollector.class.getModule();

  /** Opens nothing yet. */
  public HookAccess(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Opens the way for java.base and for the modules of the application. */
  public void open() {
    if (!patched()) {
      redefine(BASE, Set.of(hooks), Map.of());
    } else {
      redefine(BASE, Set.of(), hooksFor(ModuleLayer.boot().modules()));
    }
  }

  /**
   * Opens the way for a module of which a class is going to be loaded rewritten. The JVM itself
   * lets such a module read the boot classes, but only after it has looked whether the class may
   * implement an interface of theirs.
   */
  public void openTo(@Nullable Module module) {
    if (module == null || !module.isNamed() || module == BASE) {
      return;
    }
    if (!patched()) {
      if (!module.canRead(hooks)) {
        redefine(module, Set.of(hooks), Map.of());
      }
    } else if (!BASE.isExported(
        LockCollector.class.getPackageName(), module)) { // It is in a layer made later.
      redefine(BASE, Set.of(), hooksFor(Set.of(module)));
    }
  }

  /** All packages of boot classes, for these modules. */
  private static Map<String, Set<Module>> hooksFor(Set<Module> modules) {
    return BASE.getPackages().stream()
        .filter(name -> name.startsWith(HOOKS))
        .collect(Collectors.toMap(name -> name, name -> modules));
  }

  private boolean patched() {
    return hooks == BASE;
  }

  private void redefine(Module module, Set<Module> reads, Map<String, Set<Module>> exports) {
    instrumentation.redefineModule(module, reads, exports, Map.of(), Set.of(), Map.of());
  }
}
