package dev.uncork.agent.observe.threads;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's own lists of threads, by which {@code jcmd PID Thread.dump_to_file} finds virtual ones:
 * an executor has one, a structured scope too, and one has all threads without either. To read them
 * takes no lock. Package {@code jdk.internal.vm} must have been opened.
 */
final class ThreadContainers {
  /** Scopes may be as many as requests. */
  private static final int MOST = 1000;

  private final MethodHandle root;
  private final MethodHandle threads;
  private final MethodHandle children;

  private ThreadContainers(MethodHandle root, MethodHandle threads, MethodHandle children) {
    this.root = root;
    this.threads = threads;
    this.children = children;
  }

  /** Null where this JDK hasn't got them. */
  static @Nullable ThreadContainers find() {
    try {
      Class<?> type = Class.forName("jdk.internal.vm.ThreadContainer", true, null);
      Class<?> all = Class.forName("jdk.internal.vm.ThreadContainers", true, null);
      MethodType listing = MethodType.methodType(Stream.class);
      MethodHandles.Lookup in = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      return new ThreadContainers(
          in.findStatic(all, "root", MethodType.methodType(type))
              .asType(MethodType.methodType(Object.class)),
          in.findVirtual(type, "threads", listing)
              .asType(listing.insertParameterTypes(0, Object.class)),
          in.findVirtual(type, "children", listing)
              .asType(listing.insertParameterTypes(0, Object.class)));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** Tells of each live thread that is in one of them. */
  void forEach(Consumer<Thread> told) {
    try {
      Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
      Deque<Object> left = new ArrayDeque<>();
      left.add(root.invoke());
      while (!left.isEmpty() && known.size() < MOST) {
        Object container = left.remove();
        if (known.add(container)) {
          tell((Stream<?>) threads.invoke(container), thread -> told.accept((Thread) thread));
          tell((Stream<?>) children.invoke(container), left::add);
        }
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Not by an iterator: that would buffer each of a million threads. */
  private static void tell(Stream<?> stream, Consumer<Object> told) {
    stream.forEachOrdered(
        one -> {
          if (one != null) {
            told.accept(one);
          }
        });
  }
}
