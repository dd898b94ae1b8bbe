package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What there is to gain at most without one of a ledger's roots, at the CPU time per operation of
 * now.
 *
 * <p>Two asymptotic bounds of closed systems (Denning and Buzen, The Operational Analysis of
 * Queueing Network Models, 1978; Muntz and Wong, Asymptotic Properties of Closed Queueing Network
 * Models, 1974), of which the lower counts:
 *
 * <ul>
 *   <li><em>Cores</em>, by the utilization law: operations need the CPU time that they need now,
 *       and there is no more to have than the cores that do it now, those that the program didn't
 *       use while anybody waited for the root, and those that the JVM itself used: compiling and
 *       watching don't grow with the operations. Cores that other processes used may be free
 *       another time. Who doesn't wait isn't put to sleep and woken up either, so an operation may
 *       need less.
 *   <li><em>Threads</em>, by Little's law: each thread that waits for the root spends the rest of
 *       its round on running, sleeping, on what is outside and on other locks, and comes round so
 *       much more often without it ({@link Circulation}). How often it was seen at that is a count
 *       of samples, with its standard error. Of tasks that wait for a thread no more can be done at
 *       a time than were there.
 * </ul>
 *
 * <p>What few threads do can be spread over all cores, however many threads wait. What goes on and
 * on may gain more than the whole recording tells: what it did while it started is no part of an
 * operation. So the gain is that of the recording, of its second half or of its last quarter,
 * whichever is more.
 *
 * <p>How much of the time of a run would be {@link #saved} is another question, by which roots are
 * compared: they share the cores that are unused while several are waited for.
 */
public final class RootBounds {
  private static final double MOST_SAVED = 0.99;

  /**
   * What a program's operations cost that keeps its cores busy for less than a tenth of the time
   * doesn't tell what they cost when it does: its caches are cold, its code isn't compiled yet, and
   * waking threads up is much of it. Measured, such programs needed 0.27 to 0.89 of the CPU time
   * per operation once they didn't wait.
   */
  private static final double MOST_KNOWN = 9;

  /**
   * The same where files are waited for: what is done to them takes the kernel CPU time, too, which
   * goes with it. Measured, programs for which 2.4 to 5.7 times as many operations had cores did 15
   * to 98 times as many without.
   */
  private static final double MOST_KNOWN_OF_STORAGE = 2;

  /** Threads that wait elsewhere from which on it isn't CPU time that tells how many come round. */
  private static final double ELSEWHERE = 0.5;

  /** What was seen a few times only may be half of that. */
  private static final double MOST_CHANCE = 0.5;

  /** Share of a program's work that is done once, at most. */
  private static final double MOST_ONCE = 0.9;

  /** What a shorter part tells may be chance. */
  private static final double SHORTEST_PART_SECONDS = 3;

  private static final double LAST_QUARTER = 0.75;

  private final List<Root> roots;
  private final Part whole;
  private final List<Part> late;

  /**
   * A part of the recording.
   *
   * @param busy core-seconds of work; compiling is done once, and isn't any
   * @param own core-seconds of the JVM, and of watching, as far as operations could use them
   * @param working threads that waited for something outside of the pools, or ran
   */
  private record Part(double coreSeconds, double busy, double own, double working, Bins bins) {

    /** Share of the time saved at most without a root. */
    double saved(Root root) {
      double unused = bins.sum(root.spread().left());
      double byCores = unused / Math.max(1e-9, busy + unused);
      double byThreads =
          root.row() == RowKind.FEW_THREADS
              ? unused / Math.max(1e-9, coreSeconds)
              : root.pool().isPresent()
                  ? 1
                  : bins.mean(root.spread().threads()) / Math.max(1e-9, working);
      return Math.min(byCores, byThreads);
    }

    /** Additional operations for which there are cores, while any of these was waited for. */
    double byCores(List<Root> roots) {
      double meanwhile =
          roots.stream().mapToDouble(root -> bins.sum(root.spread().meanwhile())).sum();
      return (meanwhile + own) / Math.max(1e-9, busy);
    }

    /**
     * Additional operations for which there are threads.
     *
     * @param same the root, and those that are the same wait
     */
    double byThreads(Root root, List<Root> same) {
      if (root.pool().isPresent()) {
        Root.PoolFacts pool = root.pool().get();
        // Tasks that others of the pool wait for may be as short as they like.
        return pool.divides() || root.waitsForTasks()
            ? Double.POSITIVE_INFINITY
            : (double) pool.mostQueued() / Math.max(1, pool.threads());
      }
      RootSpread.Round round = root.spread().round();
      boolean known = root.row() != RowKind.FEW_THREADS && round.known();
      double woken =
          same.stream()
              .filter(other -> other != root)
              .mapToDouble(other -> bins.mean(other.spread().threads()))
              .sum();
      double rest = Math.max(0, bins.mean(round.rest()) - woken);
      return known
          ? (bins.mean(round.waiting()) + woken)
              / Math.max(1e-9, rest * (1 - chance(bins.total(round.seen()))))
          : Double.POSITIVE_INFINITY;
    }

    /** By how much what was seen so often may seem more than it is, by the law of small numbers. */
    private static double chance(double seen) {
      return seen <= 0 ? 0 : Math.min(MOST_CHANCE, 1 / Math.sqrt(seen));
    }
  }

  /**
   * Of a ledger.
   *
   * @param seconds length of the recording
   */
  public RootBounds(Ledger ledger, double seconds) {
    this.roots = ledger.roots();
    int bins = ledger.rows().stream().mapToInt(row -> row.cores().size()).max().orElse(0);
    List<Integer> starts = laterStarts(bins, ledger.binSeconds(), seconds);
    // Compilers are busy at the beginning, and how busy they stay a later part tells.
    this.whole = part(ledger, new Bins(0, ledger.binSeconds(), seconds), starts.isEmpty());
    this.late =
        starts.stream()
            .map(from -> part(ledger, new Bins(from, ledger.binSeconds(), seconds), true))
            .toList();
  }

  /**
   * The first bins of the parts of a recording that tell of a program that has started: its second
   * half and its last quarter, as far as they are long enough; none where it is too short itself.
   *
   * @param bins how many there are
   * @param binSeconds length of each but the last
   * @param seconds length of the recording
   */
  public static List<Integer> laterStarts(int bins, double binSeconds, double seconds) {
    int half = bins / 2;
    int latest = (int) Math.floor((seconds - SHORTEST_PART_SECONDS) / binSeconds);
    int quarter = Math.max(half, Math.min((int) (LAST_QUARTER * bins), latest));
    return half > latest ? List.of() : Stream.of(half, quarter).distinct().toList();
  }

  private static Part part(Ledger ledger, Bins bins, boolean withoutJvm) {
    double busy = 0;
    double own = 0;
    double all = 0;
    for (Ledger.Row row : ledger.rows()) {
      double sum = bins.sum(row.cores());
      all += sum;
      busy += row.operates() ? sum : 0;
      own += withoutJvm && row.isOfJvm() ? sum : 0;
    }
    double waiting =
        ledger.roots().stream()
            .filter(RootBounds::waits)
            .mapToDouble(root -> bins.mean(root.spread().threads()))
            .sum();
    return new Part(all, busy, own, waiting + busy / Math.max(1e-9, bins.seconds()), bins);
  }

  /** Core-seconds that the program worked. */
  public double busy() {
    return whole.busy();
  }

  /** Share of the run's time saved at most without a root. */
  public double saved(Root root) {
    return root.kind() == FindingKind.DEADLOCK
        ? MOST_SAVED
        : Math.min(MOST_SAVED, whole.saved(root));
  }

  /**
   * Share of the CPU time of work that the thread used for which others wait, until a class is
   * initialised: a program that goes on for longer does that no more often.
   */
  public double initializing(Root root) {
    List<Double> waiting = root.spread().threads();
    double most = waiting.stream().mapToDouble(threads -> threads).max().orElse(0);
    boolean runs = root.cause().filter(cause -> cause.activity() == Activity.RUNNING).isPresent();
    return runs && most > 0
        ? Math.min(MOST_ONCE, whole.bins.sum(waiting) / most / Math.max(1e-9, whole.busy))
        : 0;
  }

  /**
   * Additional throughput at most without a root: 0.67 means +67 %. Infinite where there is much to
   * gain and no bound is known.
   */
  public double gain(Root root) {
    return gain(root, 0);
  }

  /**
   * The same where an operation needs less CPU time without the root.
   *
   * @param less the share of it that goes, below 1
   */
  public double gain(Root root, double less) {
    double most = gain(root, whole, less);
    for (Part part : late) {
      most = Math.max(most, gain(root, part, less));
    }
    return root.kind() == FindingKind.DEADLOCK ? Double.POSITIVE_INFINITY : most;
  }

  private double gain(Root root, Part part, double less) {
    List<Root> same = same(root);
    double byThreads = part.byThreads(root, same);
    double byCores = known((1 + part.byCores(same)) / (1 - less) - 1);
    boolean threadsWait = part.bins.mean(root.spread().round().rest()) >= ELSEWHERE;
    double gain =
        Math.min(byCores, threadsWait || root.pool().isPresent() ? byThreads : known(byThreads));
    boolean ofFiles = root.kind() == FindingKind.STORAGE_WAIT && gain > MOST_KNOWN_OF_STORAGE;
    return ofFiles ? Double.POSITIVE_INFINITY : gain;
  }

  /**
   * Those that go with it. Where few threads have work, those of the same code: it can be another
   * one's at any time. Where threads wait in a monitor for room in a queue, those who are woken up
   * there and block until they have it, at either end.
   */
  private List<Root> same(Root root) {
    if (root.row() == RowKind.FEW_THREADS && root.site().isPresent()) {
      return roots.stream()
          .filter(other -> other.row() == root.row() && other.site().equals(root.site()))
          .toList();
    }
    Optional<String> queue =
        root.row() == RowKind.FULL_QUEUES ? waitsInside(root) : Optional.empty();
    return queue.isEmpty()
        ? List.of(root)
        : roots.stream()
            .filter(
                other ->
                    other == root
                        || other.row() == RowKind.LOCKS && waitsInside(other).equals(queue))
            .toList();
  }

  /** The class in whose monitor threads wait to be notified. */
  private static Optional<String> waitsInside(Root root) {
    List<Frame> stack = root.stack();
    return stack.isEmpty() || !isOfObject(stack.get(0))
        ? Optional.empty()
        : stack.stream().filter(frame -> !isOfObject(frame)).map(Frame::className).findFirst();
  }

  private static boolean isOfObject(Frame frame) {
    return frame.className().equals("java.lang.Object");
  }

  /** A gain that was told by the CPU time of operations. */
  public static double known(double gain) {
    return gain > MOST_KNOWN ? Double.POSITIVE_INFINITY : gain;
  }

  /** The bins from one on, the last of which may be shorter than the others. */
  private record Bins(int from, double binSeconds, double allSeconds) {
    double sum(List<Double> values) {
      double sum = 0;
      for (int bin = from; bin < values.size(); bin++) {
        sum += values.get(bin) * Math.max(0, Math.min(binSeconds, allSeconds - bin * binSeconds));
      }
      return sum;
    }

    double total(List<Double> values) {
      return values.stream().skip(from).mapToDouble(value -> value).sum();
    }

    double mean(List<Double> values) {
      return sum(values) / Math.max(1e-9, seconds());
    }

    double seconds() {
      return allSeconds - from * binSeconds;
    }
  }

  private static boolean waits(Root root) {
    return root.pool().isEmpty() && root.row() != RowKind.FEW_THREADS;
  }
}
