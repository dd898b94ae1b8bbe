package dev.uncork.agent.observe.code;

import dev.uncork.agent.observe.RecentMap;
import dev.uncork.agent.observe.threads.StackListener;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stacks of threads that use CPU time, each with its share of it, from the looks that are taken
 * at threads anyway. What is long ago counts less: a share halves in {@link #HALF_LIFE_NANOS}.
 *
 * <p>Looks are where threads come to a safepoint, so a place is a method that runs, hardly the line
 * that does.
 */
public final class HotStacks implements StackListener {
  /** Stacks that are worth a look. */
  public static final int FEW = 64;

  private static final int MOST_STACKS = 512;
  private static final int MOST_THREADS = 64;
  private static final long HALF_LIFE_NANOS = 5_000_000_000L;

  /**
   * A stack.
   *
   * @param frames innermost first
   * @param share of the CPU time of all
   */
  public record HotStack(List<CodePlace> frames, double share) {}

  private static final class Use {
    private final String stack;
    private @Nullable List<CodePlace> frames;
    private double nanos;

    Use(String stack) {
      this.stack = stack;
    }

    List<CodePlace> frames() {
      if (frames == null) {
        frames = stack.lines().map(CodePlace::of).flatMap(Stream::ofNullable).toList();
      }
      return frames;
    }
  }

  private final Map<String, Use> uses = new HashMap<>();
  private final Map<Long, WeakReference<Thread>> threads = new RecentMap<>(MOST_THREADS);
  private final Set<String> mainClasses = new LinkedHashSet<>();
  private double looks;
  private long halvedNanos;

  @Override
  public void looked(Thread thread, String stack, long cpuNanos) {
    if (stack.isEmpty()) {
      return;
    }
    if (mainClasses.isEmpty()) {
      findMain(stack);
    }
    if (cpuNanos <= 0) {
      return;
    }
    looks++;
    uses.computeIfAbsent(stack, Use::new).nanos += cpuNanos;
    threads.put((long) System.identityHashCode(thread), new WeakReference<>(thread));
    if (uses.size() > MOST_STACKS) {
      forget();
    }
  }

  /** Lets what is long ago count less; to be called about once a second. */
  public void second(long nowNanos) {
    if (nowNanos - halvedNanos >= HALF_LIFE_NANOS) {
      halvedNanos = nowNanos;
      looks /= 2;
      uses.values().forEach(use -> use.nanos /= 2);
    }
  }

  /** Looks at threads that had used CPU time, as far as they count still. */
  public double looks() {
    return looks;
  }

  /** Threads that used CPU time lately. */
  public List<Thread> threads() {
    return threads.values().stream().map(WeakReference::get).filter(Objects::nonNull).toList();
  }

  /** Classes whose {@code main} was seen, so that the program has begun in them. */
  public Set<String> mainClasses() {
    return Set.copyOf(mainClasses);
  }

  /** So many stacks, the one with the largest share first. */
  public List<HotStack> hottest(int most) {
    double all = uses.values().stream().mapToDouble(use -> use.nanos).sum();
    return uses.values().stream()
        .sorted(Comparator.comparingDouble((Use use) -> -use.nanos))
        .limit(most)
        .map(use -> new HotStack(use.frames(), use.nanos / all))
        .toList();
  }

  private void findMain(String stack) {
    CodePlace outermost = CodePlace.of(stack.substring(stack.lastIndexOf('\n') + 1));
    if (outermost != null && outermost.method().equals("main")) {
      mainClasses.add(outermost.type());
    }
  }

  /** Keeps the half that used most. */
  private void forget() {
    List<Double> order = new ArrayList<>();
    uses.values().forEach(use -> order.add(use.nanos));
    order.sort(Comparator.naturalOrder());
    double least = order.get(order.size() / 2);
    for (Iterator<Use> all = uses.values().iterator(); all.hasNext(); ) {
      if (all.next().nanos <= least) {
        all.remove();
      }
    }
  }
}
