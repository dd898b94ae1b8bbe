package dev.uncork.diagnosis;

import dev.uncork.diagnosis.ledger.Seconds;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Recording;
import dev.uncork.recording.Samples;
import dev.uncork.recording.ThreadSecond;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cuts a run into phases: each second gets a kind, equal neighbours join, and stretches shorter
 * than 2 s (3 % of long runs) join what was before them.
 */
final class Phases {
  private static final double IDLE_CORES = 0.15;
  private static final double SERIAL_MIN_CORES = 0.4;
  private static final double SERIAL_TOP_SHARE = 0.8;
  private static final double SERIAL_MAX_BLOCKED = 0.5;
  private static final double GC_SHARE = 0.5;

  private final Recording recording;
  private final Seconds seconds;
  private final int cores;

  private Phases(Recording recording, Seconds seconds, int cores) {
    this.recording = recording;
    this.seconds = seconds;
    this.cores = cores;
  }

  static List<Phase> of(Recording recording, Seconds seconds, int cores) {
    return new Phases(recording, seconds, cores).find();
  }

  private List<Phase> find() {
    int n = seconds.count();
    Phase.Kind[] kinds = new Phase.Kind[n];
    for (int s = 0; s < n; s++) {
      kinds[s] = kind(s);
    }
    int shortest = Math.max(2, n * 3 / 100);
    for (int from = 0; from < n; ) {
      int to = endOfRun(kinds, from);
      if (to - from < shortest && from > 0) {
        Arrays.fill(kinds, from, to, kinds[from - 1]);
      }
      from = to;
    }
    List<Phase> phases = new ArrayList<>();
    for (int from = 0; from < n; ) {
      int to = endOfRun(kinds, from);
      phases.add(phase(kinds[from], from, to));
      from = to;
    }
    return List.copyOf(phases);
  }

  private Phase.Kind kind(int s) {
    if (seconds.gcShare(s) >= GC_SHARE) {
      return Phase.Kind.GC;
    }
    if (!seconds.known(s)) {
      return Phase.Kind.UNKNOWN;
    }
    double busy = seconds.busyCores(s);
    boolean blocked = seconds.blockedThreads(s) >= SERIAL_MAX_BLOCKED;
    if (busy < IDLE_CORES && !blocked) {
      return Phase.Kind.IDLE;
    }
    ThreadSecond threads = seconds.threads(s);
    double top =
        threads.coveredNanos() == 0 ? 0 : (double) threads.topCpuNanos() / threads.coveredNanos();
    boolean one =
        top >= SERIAL_MIN_CORES && threads.topCpuNanos() >= SERIAL_TOP_SHARE * threads.cpuNanos();
    return one && cores > 1 && !blocked ? Phase.Kind.SERIAL : Phase.Kind.PARALLEL;
  }

  private Phase phase(Phase.Kind kind, int from, int to) {
    double busy = 0;
    int known = 0;
    Map<String, Long> threadNanos = new HashMap<>();
    Map<String, Long> ids = new HashMap<>();
    for (int s = from; s < to; s++) {
      busy += seconds.busyCores(s);
      known += seconds.known(s) ? 1 : 0;
      ThreadSecond threads = seconds.threads(s);
      if (!threads.topThread().isEmpty()) {
        threadNanos.merge(threads.topThread(), threads.topCpuNanos(), Long::sum);
        ids.put(threads.topThread(), threads.topThreadId());
      }
    }
    String thread = "";
    List<Frame> stack = List.of();
    if (kind == Phase.Kind.SERIAL) {
      Optional<Map.Entry<String, Long>> top =
          threadNanos.entrySet().stream().max(Map.Entry.comparingByValue());
      thread = top.map(Map.Entry::getKey).orElse("");
      long id = ids.getOrDefault(thread, -1L);
      stack = dominantStack(id, from, to);
    }
    return new Phase(kind, from, to, known == 0 ? 0 : busy / known, thread, stack);
  }

  /** The most frequent stack at the application's most frequent frame. */
  private List<Frame> dominantStack(long threadId, int from, int to) {
    List<Samples.Counted> stacks = recording.samples().between(threadId, from, to);
    if (stacks.isEmpty()) {
      // The busy thread may be a carrier, whose samples carry the ids of virtual threads.
      stacks = recording.samples().between(-1, from, to);
    }
    Map<String, Long> bySite = new HashMap<>();
    for (Samples.Counted counted : stacks) {
      site(counted).ifPresent(site -> bySite.merge(site, counted.count(), Long::sum));
    }
    Optional<String> heaviest =
        bySite.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    return stacks.stream()
        .filter(counted -> site(counted).equals(heaviest))
        .findFirst()
        .map(Samples.Counted::frames)
        .orElse(List.of());
  }

  private static Optional<String> site(Samples.Counted counted) {
    return CodeOrigin.site(counted.frames()).map(Frame::qualifiedMethod);
  }

  private static int endOfRun(Phase.Kind[] kinds, int from) {
    int to = from + 1;
    while (to < kinds.length && kinds[to] == kinds[from]) {
      to++;
    }
    return to;
  }
}
