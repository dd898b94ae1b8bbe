package dev.uncork.benchmarks.numa;

import dev.uncork.benchmarks.numa.ThreadSamples.Sample;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where threads of executors ran and where their heaps lie, between two moments.
 *
 * @param samples of all threads
 * @param outside of these, how many were on another node than their process was seen on most
 * @param taskSamples of threads that run tasks
 * @param nodeChanges how often such a thread was on another node than at its sample before
 * @param heapPages of all processes
 * @param localPages of these, on the node that their process was seen on most
 */
record Placement(
    long samples,
    long outside,
    long taskSamples,
    long nodeChanges,
    long heapPages,
    long localPages) {

  static Placement from(ThreadSamples all, double seconds, double end) {
    List<Sample> samples =
        all.samples().stream().filter(s -> s.seconds() >= seconds && s.seconds() < end).toList();
    Map<Integer, Map<Integer, Long>> seen = new HashMap<>();
    for (Sample sample : samples) {
      seen.computeIfAbsent(sample.process(), process -> new HashMap<>())
          .merge(all.node(sample), 1L, Long::sum);
    }
    Map<Integer, Integer> home = new HashMap<>();
    seen.forEach((process, nodes) -> home.put(process, most(nodes)));
    long outside = 0;
    long tasks = 0;
    long changes = 0;
    Map<Integer, Integer> before = new HashMap<>();
    for (Sample sample : samples) {
      int node = all.node(sample);
      outside += node == home.getOrDefault(sample.process(), node) ? 0 : 1;
      if (sample.runsTasks()) {
        tasks++;
        Integer last = before.put(sample.thread(), node);
        changes += last == null || last == node ? 0 : 1;
      }
    }
    long pages = 0;
    long local = 0;
    for (Map.Entry<Integer, Map<Integer, Long>> heap : all.pages().entrySet()) {
      int node = home.getOrDefault(heap.getKey(), -1);
      if (node >= 0) {
        pages += heap.getValue().values().stream().mapToLong(Long::longValue).sum();
        local += heap.getValue().getOrDefault(node, 0L);
      }
    }
    return new Placement(samples.size(), outside, tasks, changes, pages, local);
  }

  private static int most(Map<Integer, Long> nodes) {
    return nodes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }
}
