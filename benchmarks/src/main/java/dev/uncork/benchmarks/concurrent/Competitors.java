package dev.uncork.benchmarks.concurrent;

import java.util.List;
import java.util.Map;

/**
 * One purpose, our structure and its competitors, as JMH benchmarks.
 *
 * @param name the part's name, and the figure's before {@code -ratio}
 * @param bench the benchmark class
 * @param methods benchmark methods: ours first, then the one that the figure is against
 * @param setParameter the values of the parameter {@code set} that stand for the methods, or empty
 * @param threadsParameter true if the benchmark makes its own threads
 * @param threads thread counts
 * @param goal the ratio to reach against the first competitor
 * @param goalThreads the thread counts at which it is to be reached
 * @param note what a reader must know
 */
record Competitors(
    String name,
    Class<?> bench,
    List<String> methods,
    List<String> setParameter,
    boolean threadsParameter,
    List<Integer> threads,
    double goal,
    List<Integer> goalThreads,
    String note) {

  static final List<Integer> THREADS = List.of(1, 2, 8, 32);

  static List<Competitors> all() {
    return List.of(
        new Competitors(
            "counter",
            CounterBench.class,
            List.of("uncork", "longAdder", "atomicLong", "synchronizedLong"),
            List.of(),
            false,
            THREADS,
            1,
            THREADS,
            "adds to one counter; ours has an exact sum"),
        new Competitors(
            "worklist",
            WorklistBench.class,
            List.of("uncork", "mpmcArrayQueue", "concurrentLinkedDeque", "linkedBlockingDeque"),
            List.of(),
            false,
            THREADS,
            3,
            List.of(8),
            "every thread puts and takes, bursts of 256 units"),
        new Competitors(
            "worklist-pipe",
            PipeBench.class,
            List.of("uncork", "mpmcArrayQueue", "concurrentLinkedDeque", "linkedBlockingDeque"),
            List.of(),
            true,
            List.of(2, 8, 32),
            3,
            List.of(8),
            "half of the threads only put, half only take: every unit changes threads"),
        new Competitors(
            "striped-set",
            StripedSetBench.class,
            List.of(
                "uncork",
                "guavaStriped",
                "concurrentHashMap",
                "nonBlockingHashMapLong",
                "caffeine"),
            List.of(),
            false,
            THREADS,
            1,
            THREADS,
            "adds and removals in a million values, 1,024 stripes; Guava's stripes guard HashSets"),
        new Competitors(
            "fingerprint-set-ops",
            FingerprintSetBench.class,
            List.of("fill"),
            List.of("UNCORK", "CONCURRENT_HASH_MAP", "NON_BLOCKING_HASH_MAP_LONG"),
            true,
            THREADS,
            2,
            THREADS,
            "from empty to 10 million fingerprints, each offered twice; growth and GC included"));
  }

  /** The note of the ratio at a thread count. */
  String ratioNote(int atThreads, String commit) {
    String text =
        "%s; %d threads; ratio of each round's runs to %s's; commit %s"
            .formatted(
                note, atThreads, NAMES.getOrDefault(subjects().get(1), subjects().get(1)), commit);
    return goalThreads.contains(atThreads) ? text + "; to reach: at least " + goal : text;
  }

  /** Subjects in the order measured: ours first. */
  List<String> subjects() {
    return setParameter.isEmpty() ? methods : setParameter;
  }

  /** Names used in the results. */
  static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("longAdder", "LongAdder"),
          Map.entry("atomicLong", "AtomicLong"),
          Map.entry("synchronizedLong", "synchronized long"),
          Map.entry("mpmcArrayQueue", "JCTools MpmcArrayQueue"),
          Map.entry("concurrentLinkedDeque", "ConcurrentLinkedDeque"),
          Map.entry("linkedBlockingDeque", "LinkedBlockingDeque"),
          Map.entry("guavaStriped", "Guava Striped + HashSet<Long>"),
          Map.entry("concurrentHashMap", "ConcurrentHashMap.newKeySet"),
          Map.entry("nonBlockingHashMapLong", "JCTools NonBlockingHashMapLong"),
          Map.entry("caffeine", "Caffeine asMap"),
          Map.entry("CONCURRENT_HASH_MAP", "ConcurrentHashMap.newKeySet"),
          Map.entry("NON_BLOCKING_HASH_MAP_LONG", "JCTools NonBlockingHashMapLong"),
          Map.entry("MISS", "bare array, one line per access, one at a time"),
          Map.entry("LINES", "bare array, the same lines, one at a time"),
          Map.entry("OVERLAPPED", "bare array, one line per access, overlapped"));
}
