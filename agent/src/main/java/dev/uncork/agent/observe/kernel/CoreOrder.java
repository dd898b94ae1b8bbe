package dev.uncork.agent.observe.kernel;

import dev.uncork.boot.cores.ProgramCores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which CPUs a program gets that is to have only some of them: one of each core before any core's
 * second, and of one NUMA node and one last-level cache before the next.
 */
public final class CoreOrder {
  /** One CPU and what it shares; texts are the kernel's, empty where it doesn't tell. */
  private record Place(int cpu, int node, String cache, String core) {}

  /** Of no CPUs. */
  public static final CoreOrder NONE = new CoreOrder(List.of());

  private final List<Integer> order;

  private CoreOrder(List<Integer> order) {
    this.order = order;
  }

  /**
   * Of the CPUs that may be used.
   *
   * @param sysRoot usually {@code /sys}; what it doesn't tell doesn't matter
   */
  public static CoreOrder of(BitSet allowed, Path sysRoot) {
    CpuNodes nodes = new CpuNodes(sysRoot);
    List<Place> first = new ArrayList<>();
    List<Place> second = new ArrayList<>();
    Set<String> cores = new HashSet<>();
    allowed.stream()
        .mapToObj(cpu -> place(cpu, nodes.of(cpu), sysRoot))
        .forEach(
            place ->
                (place.core().isEmpty() || cores.add(place.core()) ? first : second).add(place));
    Map<Integer, Long> ofNode =
        first.stream().collect(Collectors.groupingBy(Place::node, Collectors.counting()));
    Map<String, Long> ofCache =
        first.stream().collect(Collectors.groupingBy(Place::cache, Collectors.counting()));
    Comparator<Place> near =
        Comparator.<Place>comparingLong(place -> -ofNode.getOrDefault(place.node(), 0L))
            .thenComparing(Place::node)
            .thenComparing(place -> -ofCache.getOrDefault(place.cache(), 0L))
            .thenComparing(Place::cache)
            .thenComparing(Place::cpu);
    first.sort(near);
    second.sort(near);
    first.addAll(second);
    return new CoreOrder(first.stream().map(Place::cpu).toList());
  }

  /** Of the CPUs that this program may use, once {@link ProgramCores} is prepared. */
  public static CoreOrder ofProgram() {
    return of(ProgramCores.allowed(), Path.of("/sys"));
  }

  /** How many cores the program has: a CPU quota may leave it fewer than it may use. */
  public int usable() {
    return Math.min(order.size(), ProgramCores.available());
  }

  /** So many of them, or all where there are fewer. */
  public BitSet first(int count) {
    BitSet chosen = new BitSet();
    order.stream().limit(count).forEach(chosen::set);
    return chosen;
  }

  private static Place place(int cpu, int node, Path sysRoot) {
    Path directory = sysRoot.resolve("devices/system/cpu/cpu" + cpu);
    String cache = text(directory.resolve("cache/index3/shared_cpu_list"));
    return new Place(
        cpu,
        node,
        cache.isEmpty() ? text(directory.resolve("topology/physical_package_id")) : cache,
        text(directory.resolve("topology/thread_siblings_list")));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).trim();
    } catch (IOException | RuntimeException e) {
      return ""; // sysfs is hidden in some sandboxes
    }
  }
}
