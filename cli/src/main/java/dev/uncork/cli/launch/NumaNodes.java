package dev.uncork.cli.launch;

import dev.uncork.cli.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The machine's NUMA nodes, and how a program is kept on one of them.
 *
 * @param cpus of each node that has some, as the kernel lists them: {@code 0-3,8}
 */
public record NumaNodes(Map<Integer, String> cpus) {
  private static final String NODE = "node";
  private static final String BINDER = "taskset";

  public NumaNodes {
    cpus = Map.copyOf(cpus);
  }

  /** Of this machine; none where the kernel doesn't tell. */
  public static NumaNodes ofMachine() {
    return of(Path.of("/sys"));
  }

  /** Of the machine whose sysfs is at that place. */
  static NumaNodes of(Path sys) {
    Map<Integer, String> cpus = new TreeMap<>();
    try (Stream<Path> entries = Files.list(sys.resolve("devices/system/node"))) {
      for (Path node : entries.toList()) {
        String name = node.getFileName().toString();
        if (name.matches(NODE + "\\d{1,6}")) {
          String list = Files.readString(node.resolve("cpulist")).strip();
          if (!list.isEmpty()) {
            cpus.put(Integer.parseInt(name.substring(NODE.length())), list);
          }
        }
      }
    } catch (IOException e) {
      // A kernel without NUMA, or a sandbox that hides sysfs: then there is nothing to choose.
      return new NumaNodes(Map.of());
    }
    return new NumaNodes(cpus);
  }

  /** Why no program needs to be kept on one node here; empty when there are several. */
  public Optional<String> refusal() {
    return switch (cpus.size()) {
      case 0 -> Optional.of("the kernel reports no NUMA nodes");
      case 1 ->
          Optional.of("this machine has one NUMA node, so neither threads nor pages can cross any");
      default -> Optional.empty();
    };
  }

  /** Whether the program that binds others is there. */
  public static boolean canBind() {
    try {
      Executable.resolve(BINDER, ChildEnvironment.view());
      return true;
    } catch (UserError e) {
      return false;
    }
  }

  /** What goes before a command to keep it and its memory on a node; empty if there is none. */
  public Optional<List<String>> launcher(String node) {
    return node.matches("\\d{1,6}")
        ? Optional.ofNullable(cpus.get(Integer.parseInt(node)))
            .map(list -> List.of(BINDER, "-c", list))
        : Optional.empty();
  }
}
