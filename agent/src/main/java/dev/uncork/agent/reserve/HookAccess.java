package dev.uncork.agent.reserve;

import dev.uncork.boot.LockCollector;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets rewritten code call the boot classes, wherever it is: these are in the unnamed module of the
 * bootstrap loader, which java.base must be told to read, or in a patched java.base, which must
 * export them.
 */
final class HookAccess {
  private static final Module BASE = Object.class.getModule();

  private final Instrumentation instrumentation;
  private final Module hooks = LockCollector.class.getModule();
  private final String hooksPackage = LockCollector.class.getPackageName();

  HookAccess(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Opens the way for java.base and for the modules of the application. */
  void open() {
    if (!patched()) {
      redefine(Set.of(hooks), Map.of());
    } else {
      redefine(Set.of(), Map.of(hooksPackage, ModuleLayer.boot().modules()));
    }
  }

  /** Opens the way for a module that the application made later, in a layer of its own. */
  void openTo(@Nullable Module module) {
    if (patched() && module != null && module.isNamed() && !BASE.isExported(hooksPackage, module)) {
      redefine(Set.of(), Map.of(hooksPackage, Set.of(module)));
    }
  }

  private boolean patched() {
    return hooks == BASE;
  }

  private void redefine(Set<Module> reads, Map<String, Set<Module>> exports) {
    instrumentation.redefineModule(BASE, reads, exports, Map.of(), Set.of(), Map.of());
  }
}
