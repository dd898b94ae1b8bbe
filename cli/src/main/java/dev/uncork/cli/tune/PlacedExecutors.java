package dev.uncork.cli.tune;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Where executors ran, as Uncork's plugin adds it to Spark's event log.
 *
 * @param machines boot ids
 * @param unbound topologies on which an executor was bound to no NUMA node
 */
record PlacedExecutors(Set<String> machines, Set<String> unbound) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EVENT = "ExecutorPlacedEvent";

  /** Reads an event log that isn't compressed; a last line that is cut off is left out. */
  static PlacedExecutors read(Path log) throws IOException {
    Set<String> machines = new HashSet<>();
    Set<String> unbound = new HashSet<>();
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.contains(EVENT) && line.endsWith("}")) {
          JsonNode event = JSON.readTree(line);
          if (event.path("Event").asText().endsWith("." + EVENT)) {
            machines.add(event.path("host").asText());
            if (event.path("nodes").asText().isEmpty()) {
              unbound.add(event.path("topology").asText());
            }
          }
        }
      }
    }
    return new PlacedExecutors(machines, unbound);
  }

  /** Whether an executor that is not bound to NUMA nodes would find room on some of them. */
  boolean crossNodes(int coresEach) {
    return unbound.stream().anyMatch(topology -> hasRoomOnSomeNodes(topology, coresEach));
  }

  /** By a topology such as {@code 0:0-7;1:8-15}. */
  private static boolean hasRoomOnSomeNodes(String topology, int cores) {
    int all = 0;
    int smallest = Integer.MAX_VALUE;
    for (String node : topology.split(";")) {
      int cpus = 0;
      for (String range : node.substring(node.indexOf(':') + 1).split(",")) {
        String[] ends = range.split("-");
        cpus +=
            range.isEmpty()
                ? 0
                : Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
      }
      all += cpus;
      smallest = Math.min(smallest, cpus);
    }
    return topology.contains(";") && all - smallest >= cores;
  }
}
