package dev.uncork.agent.observe.code;

import dev.uncork.agent.jvm.ClassFiles;
import java.lang.instrument.Instrumentation;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** The code of loaded classes, as far as their class files are to be found. */
public final class ClassCode implements CodeSource {
  private static final int MOST_KEPT = 200;

  /** How long a list of all loaded classes is good. */
  private static final long LIST_NANOS = 1_000_000_000;

  private final Instrumentation instrumentation;
  private final DeadBranches branches = new DeadBranches(this::loaded);
  private final Map<String, Optional<ClassNode>> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<ClassNode>> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private SoftReference<Map<String, WeakReference<Class<?>>>> loaded = new SoftReference<>(null);
  private long listedNanos;

  /** Reads nothing yet. */
  public ClassCode(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  @Override
  public @Nullable ClassNode of(String name) {
    return known.computeIfAbsent(name, this::find).orElse(null);
  }

  private Optional<ClassNode> find(String name) {
    Class<?> type = loaded(name);
    ClassNode node = type == null ? null : read(type);
    if (node != null) {
      branches.cut(node);
    }
    return Optional.ofNullable(node);
  }

  private @Nullable Class<?> loaded(String name) {
    WeakReference<Class<?>> reference = loaded().get(name);
    return reference == null ? null : reference.get();
  }

  /** The program's classes, and the JDK's, by name; of several with one name any. */
  private Map<String, WeakReference<Class<?>>> loaded() {
    Map<String, WeakReference<Class<?>>> index = loaded.get();
    if (index == null || System.nanoTime() - listedNanos > LIST_NANOS) {
      index = new HashMap<>();
      for (Class<?> type : instrumentation.getAllLoadedClasses()) {
        if (!type.isArray()) {
          index.put(type.getName(), new WeakReference<>(type));
        }
      }
      loaded = new SoftReference<>(index);
      listedNanos = System.nanoTime();
    }
    return index;
  }

  private static @Nullable ClassNode read(Class<?> type) {
    byte[] bytes =
        ClassFiles.around(type.getClassLoader(), type.getProtectionDomain())
            .bytes(type.getName().replace('.', '/'));
    if (bytes == null) {
      return null;
    }
    try {
      ClassNode node = new ClassNode();
      new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
      return node;
    } catch (RuntimeException e) {
      return null; // A class file of a later JDK than this ASM knows, or a broken one.
    }
  }
}
