package dev.uncork.benchmarks.numa;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code lab/guest/sample-threads} wrote.
 *
 * @param nodeOfCpu the NUMA node of each CPU
 * @param samples in order of time
 * @param pages of each process: how many of its heap's pages lie on each node
 * @param looks when all threads were looked at, in seconds since the epoch
 */
record ThreadSamples(
    Map<Integer, Integer> nodeOfCpu,
    List<Sample> samples,
    Map<Integer, Map<Integer, Long>> pages,
    List<Double> looks) {
  private static final Pattern ON_NODE = Pattern.compile(" N(\\d+)=(\\d+)");
  private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");

  /**
   * A thread that ran since the sample before.
   *
   * @param seconds since the epoch
   */
  record Sample(double seconds, int process, int thread, int cpu, String name) {
    /** Whether it is one that runs Spark's tasks. */
    boolean runsTasks() {
      return name.startsWith("Executor task"); // The kernel keeps 15 characters.
    }
  }

  static ThreadSamples read(Path folder) throws IOException {
    Map<Integer, Integer> nodes = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve("nodes"))) {
      String[] parts = line.split(" ", 2);
      Matcher range = RANGE.matcher(parts[1]);
      while (range.find()) {
        int first = Integer.parseInt(range.group(1));
        int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
        for (int cpu = first; cpu <= last; cpu++) {
          nodes.put(cpu, Integer.parseInt(parts[0]));
        }
      }
    }
    List<Sample> samples = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("threads"))) {
      String[] parts = line.split(" ", 5);
      if (parts.length == 5) { // A last line may be cut off.
        samples.add(
            new Sample(
                Double.parseDouble(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                parts[4]));
      }
    }
    List<Double> looks = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("looks"))) {
      looks.add(Double.parseDouble(line.split(" ", 2)[0]));
    }
    return new ThreadSamples(nodes, samples, pages(folder), looks);
  }

  private static Map<Integer, Map<Integer, Long>> pages(Path folder) throws IOException {
    Map<Integer, Map<Integer, Long>> pages = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "numa_maps.*")) {
      for (Path file : files) {
        int process = Integer.parseInt(file.getFileName().toString().replaceAll("\\D", ""));
        pages.put(process, heap(Files.readAllLines(file)));
      }
    }
    return pages;
  }

  /** The heap is by far the largest mapping. */
  private static Map<Integer, Long> heap(List<String> mappings) {
    Map<Integer, Long> largest = Map.of();
    long most = 0;
    for (String mapping : mappings) {
      Map<Integer, Long> here = new HashMap<>();
      Matcher matcher = ON_NODE.matcher(mapping);
      while (mapping.contains(" anon=") && matcher.find()) {
        here.put(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
      }
      long all = here.values().stream().mapToLong(Long::longValue).sum();
      if (all > most) {
        most = all;
        largest = here;
      }
    }
    return largest;
  }

  /** Seconds between one look and the next, from some moment on, the shortest first. */
  List<Double> lookIntervals(double fromSeconds) {
    List<Double> intervals = new ArrayList<>();
    for (int i = 1; i < looks.size(); i++) {
      if (looks.get(i - 1) >= fromSeconds) {
        intervals.add(looks.get(i) - looks.get(i - 1));
      }
    }
    intervals.sort(null);
    return intervals;
  }

  int node(Sample sample) {
    return nodeOfCpu.getOrDefault(sample.cpu(), 0);
  }
}
