package dev.uncork.agent.observe.code;

import dev.uncork.agent.jvm.ClassFiles;
import dev.uncork.agent.observe.RecentMap;
import java.lang.instrument.Instrumentation;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The code of loaded classes, as far as their class files are to be found. */
public final class ClassCode implements CodeSource {
  private static final int MOST_KEPT = 200;
  private static final int MOST_SCANNED = 1000;

  /** How long a class that isn't in the list of all loaded ones counts as not loaded. */
  private static final long LIST_NANOS = 1_000_000_000;

  private final Instrumentation instrumentation;
  private final DeadBranches branches = new DeadBranches(this::loaded);
  private final Map<String, Optional<ClassFileCode>> known = new RecentMap<>(MOST_KEPT);
  private final Map<CodePlace, List<SharedAccess>> scanned = new RecentMap<>(MOST_SCANNED);

  private SoftReference<Listed> loaded = new SoftReference<>(null);
  private long listedNanos;

  /**
   * The classes that were loaded at some moment.
   *
   * @param byName the program's classes, and the JDK's; of several with one name any
   * @param subtypes the program's own that directly extend or implement a type, by its name
   */
  private record Listed(
      Map<String, WeakReference<Class<?>>> byName, Map<String, List<String>> subtypes) {
    @Nullable Class<?> find(String name) {
      WeakReference<Class<?>> reference = byName.get(name);
      return reference == null ? null : reference.get();
    }
  }

  /** Reads nothing yet. */
  public ClassCode(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  @Override
  public @Nullable ClassFileCode of(String name) {
    return known.computeIfAbsent(name, this::find).orElse(null);
  }

  @Override
  public List<String> subtypes(String name) {
    Listed listed = loaded.get();
    return listed == null ? List.of() : listed.subtypes.getOrDefault(name, List.of());
  }

  /** What the methods of a name do to memory that threads may share. */
  List<SharedAccess> accesses(CodePlace place) {
    return scanned.computeIfAbsent(place.anywhere(), method -> AccessScan.of(method, this));
  }

  private Optional<ClassFileCode> find(String name) {
    Class<?> type = loaded(name);
    return Optional.ofNullable(type == null ? null : read(type));
  }

  private @Nullable Class<?> loaded(String name) {
    Listed listed = loaded.get();
    Class<?> type = listed == null ? null : listed.find(name);
    if (type == null && (listed == null || System.nanoTime() - listedNanos > LIST_NANOS)) {
      type = list().find(name);
    }
    return type;
  }

  private Listed list() {
    Listed listed = new Listed(new HashMap<>(), new HashMap<>());
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (!type.isArray()) {
        listed.byName.put(type.getName(), new WeakReference<>(type));
        addTo(listed.subtypes, type);
      }
    }
    loaded = new SoftReference<>(listed);
    listedNanos = System.nanoTime();
    return listed;
  }

  private static void addTo(Map<String, List<String>> subtypes, Class<?> type) {
    String name = type.getName();
    if (!new CodePlace(name, "", 0).isOfProgram() || name.contains("/")) {
      return; // The JDK's, or one of a lambda, which has no code of its own.
    }
    List<Class<?>> above = new ArrayList<>(List.of(type.getInterfaces()));
    if (type.getSuperclass() != null) {
      above.add(type.getSuperclass());
    }
    for (Class<?> parent : above) {
      subtypes.computeIfAbsent(parent.getName(), key -> new ArrayList<>()).add(name);
    }
  }

  private @Nullable ClassFileCode read(Class<?> type) {
    byte[] bytes =
        ClassFiles.around(type.getClassLoader(), type.getProtectionDomain())
            .bytes(type.getName().replace('.', '/'));
    if (bytes == null) {
      return null;
    }
    try {
      return new ClassFileCode(bytes, branches::cut);
    } catch (RuntimeException e) {
      return null; // A class file of a later JDK than this ASM knows, or a broken one.
    }
  }
}
