package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Demand;
import dev.uncork.sparkledger.model.DriverLook;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.PlanNode;
import dev.uncork.sparkledger.model.Query;
import dev.uncork.sparkledger.model.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says what the driver does while no stage has a task to run.
 *
 * <p>Inside a SQL execution it plans, unless Spark has counted what else it did: lists of files
 * before the first job, building and sending tables for broadcast joins after one, moving files
 * that were written after the last, and taking in results, which is credible as long as their bytes
 * last at a slow pace. Outside of one the program itself is at work, unless the plugin saw Spark
 * plan, commit or load code there, or garbage collected; so it is in a batch of a stream whose own
 * queries have begun: the program's function is called for the batch. Before the first action,
 * Spark starts, unless the plugin saw what else is done.
 */
final class DriverGaps {
  /** Slowest pace at which results are taken in, for each millisecond. */
  private static final long RESULT_BYTES_PER_MILLI = 2_000;

  private static final long FEW_RESULT_BYTES = 1_000_000;

  /** The program's preparations beyond this are its own, not Spark's. */
  private static final long LONGEST_START_MILLIS = 15_000;

  /** The same without executors to start. */
  private static final long LONGEST_LOCAL_START_MILLIS = 10_000;

  /** Where Spark itself starts slowly, all does: so many times as long, to the first executor. */
  private static final int SLOW_STARTS = 3;

  /** Without them, SQL's first use takes about four times as long. */
  private static final int SLOW_LOCAL_STARTS = 7;

  private static final long SLOWEST_START_MILLIS = 60_000;

  private static final String LISTING_JOB = "Listing leaf files";

  private final DriverSeen seen;
  private final Demand demand;
  private final long startLimit;
  private final Optional<RegistrationWait> waited;
  private final List<Job> byStart;
  private final Map<Long, Query> queries = new HashMap<>();
  private final Map<Long, Double> broadcastLeft = new HashMap<>();
  private final Map<Long, Double> listingLeft = new HashMap<>();
  private final Map<Long, Double> commitLeft = new HashMap<>();
  private final Map<Long, Long> lastEnds = new HashMap<>();
  private final Set<Long> activeQueries = new TreeSet<>();
  private final Set<Long> callingQueries = new HashSet<>();
  private final Set<Integer> activeJobs = new TreeSet<>();
  private final Map<Integer, Job> jobs = new HashMap<>();
  private final long[] starts;
  private final long firstAction;
  private Optional<Job> lastEnded = Optional.empty();
  private double resultsLeft;
  private boolean jobSeen;

  /** A part of a gap. */
  record Part(SlotRow row, SlotRoot root, long from, long to) {}

  DriverGaps(Application application) {
    seen = new DriverSeen(application.driver().gaps());
    demand = application.driver().demand();
    startLimit = startLimit(application);
    waited = RegistrationWait.of(application);
    byStart = new ArrayList<>(application.jobs());
    byStart.sort(Comparator.comparingLong(job -> job.span().startMillis()));
    starts = byStart.stream().mapToLong(job -> job.span().startMillis()).toArray();
    for (Job job : application.jobs()) {
      jobs.put(job.id(), job);
      job.query().ifPresent(query -> lastEnds.merge(query, job.span().endMillis(), Math::max));
    }
    for (Query query : application.queries()) {
      queries.put(query.id(), query);
      query
          .plan()
          .ifPresent(
              plan -> {
                broadcastLeft.put(query.id(), sum(plan, "time to build", "time to broadcast"));
                listingLeft.put(query.id(), sum(plan, "metadata time"));
                commitLeft.put(query.id(), sum(plan, "job commit time"));
              });
    }
    firstAction = application.firstAction().orElse(Long.MAX_VALUE);
  }

  private static long startLimit(Application application) {
    long start = application.span().startMillis();
    long ready =
        application.executors().stream()
            .mapToLong(executor -> executor.span().startMillis() - start)
            .min()
            .orElse(0);
    long slow = (application.isLocal() ? SLOW_LOCAL_STARTS : SLOW_STARTS) * ready;
    long scaled = Math.min(SLOWEST_START_MILLIS, slow);
    long usual = application.isLocal() ? LONGEST_LOCAL_START_MILLIS : LONGEST_START_MILLIS;
    return start + Math.max(usual, scaled);
  }

  private static double sum(PlanNode node, String... metrics) {
    double sum = 0;
    for (String metric : metrics) {
      sum += node.metrics().getOrDefault(metric, 0L);
    }
    for (PlanNode child : node.children()) {
      sum += sum(child, metrics);
    }
    return sum;
  }

  void jobStarts(Job job) {
    activeJobs.add(job.id());
    resultsLeft = 0;
    jobSeen = true;
  }

  void jobEnds(Job job) {
    activeJobs.remove(job.id());
    lastEnded = Optional.of(job);
  }

  void queryStarts(Query query) {
    activeQueries.add(query.id());
  }

  void queryEnds(Query query) {
    activeQueries.remove(query.id());
    if (query.root() != query.id()) {
      callingQueries.add(query.root());
    }
    resultsLeft = 0;
  }

  /** A stage that sends its results to the driver may have ended. */
  void stageEnds(long resultBytes) {
    if (resultBytes >= FEW_RESULT_BYTES) {
      resultsLeft = (double) resultBytes / RESULT_BYTES_PER_MILLI;
    }
  }

  Collection<Job> active() {
    return activeJobs.stream().map(jobs::get).toList();
  }

  static boolean lists(Job job) {
    return job.description().filter(text -> text.startsWith(LISTING_JOB)).isPresent();
  }

  /** Divides a time in which no stage has anything to run. */
  List<Part> divide(long from, long to) {
    OptionalLong query = query();
    SlotRoot root = root(query, to);
    if (!jobSeen && query.isEmpty()) {
      return beforeTheFirst(root, from, to);
    }
    List<Part> parts = new ArrayList<>();
    long at = from;
    boolean inside = query.isPresent() || !activeJobs.isEmpty();
    if (query.isPresent()) {
      boolean begun = lastEnded.filter(job -> job.query().equals(query)).isPresent();
      if (begun && activeJobs.isEmpty()) {
        long committed = committed(query.getAsLong(), at, to);
        add(SlotRow.COMMIT, root, at, at + committed, parts);
        at += committed;
      }
      Map<Long, Double> budget = begun ? broadcastLeft : listingLeft;
      long taken = take(budget, query.getAsLong(), to - at);
      add(begun ? SlotRow.BROADCAST : SlotRow.LISTING, root, at, at + taken, parts);
      at += taken;
    }
    if (inside) {
      long taken = (long) Math.min(resultsLeft, to - at);
      resultsLeft -= taken;
      add(SlotRow.COLLECT, root, at, at + taken, parts);
      at += taken;
    }
    if (!inside) {
      outside(root, at, to, parts);
    } else if (!activeJobs.isEmpty()) {
      add(SlotRow.SCHEDULING, root, at, to, parts);
    } else if (calls(query.orElseThrow())) {
      own(root, at, to, parts);
    } else {
      double loading = seen.share(DriverLook.Doing.LOADING, at, to);
      long loaded = at + (long) (loading * (to - at));
      add(SlotRow.START_UP, root, at, loaded, parts);
      add(SlotRow.PLANNING, root, loaded, to, parts);
    }
    return parts;
  }

  /** Whether a query is running code of the program that has queries of its own. */
  private boolean calls(long query) {
    return callingQueries.contains(query);
  }

  /** Milliseconds at the end of a query, as its plan tells or the plugin saw. */
  private long committed(long query, long from, long to) {
    if (from < lastEnds.getOrDefault(query, Long.MAX_VALUE)) {
      return 0;
    }
    double share = seen.share(DriverLook.Doing.COMMITTING, from, to);
    return Math.max(take(commitLeft, query, to - from), (long) (share * (to - from)));
  }

  /** Outside of queries and jobs. */
  private void outside(SlotRoot root, long from, long to, List<Part> parts) {
    Span idle = demand.idle(from, to);
    own(root, from, idle.startMillis(), parts);
    add(SlotRow.NO_DEMAND, root, idle.startMillis(), idle.endMillis(), parts);
    own(root, idle.endMillis(), to, parts);
  }

  /** The program has something to do, as far as is known. */
  private void own(SlotRoot root, long from, long to, List<Part> parts) {
    long collected = Math.min(to, from + seen.gcMillis(from, to));
    add(SlotRow.DRIVER_GC, root, from, collected, parts);
    long at = collected;
    double left = 1;
    Map<SlotRow, Double> shares = new LinkedHashMap<>();
    shares.put(SlotRow.START_UP, seen.share(DriverLook.Doing.LOADING, from, to));
    if (lastEnded.filter(job -> job.query().isEmpty()).isPresent()) { // Else it was told there.
      shares.put(SlotRow.COMMIT, seen.share(DriverLook.Doing.COMMITTING, from, to));
    }
    shares.put(SlotRow.PLANNING, seen.share(DriverLook.Doing.PLANNING, from, to));
    shares.put(SlotRow.NO_DEMAND, seen.waiting(from, to));
    for (Map.Entry<SlotRow, Double> share : shares.entrySet()) {
      double part = Math.min(left, share.getValue());
      left -= part;
      long next = Math.min(to, at + (long) (part * (to - collected)));
      add(share.getKey(), root, at, next, parts);
      at = next;
    }
    add(SlotRow.DRIVER_CODE, root, at, to, parts);
  }

  private List<Part> beforeTheFirst(SlotRoot root, long from, long to) {
    long waits = waited.map(wait -> within(wait.span().startMillis(), from, to)).orElse(to);
    long waitsUntil = waited.map(wait -> within(wait.span().endMillis(), from, to)).orElse(to);
    List<Part> parts = new ArrayList<>(starting(root, from, waits));
    add(SlotRow.NO_EXECUTOR, new SlotRoot.OfCluster(), waits, waitsUntil, parts);
    parts.addAll(starting(root, waitsUntil, to));
    return parts;
  }

  private static long within(long at, long from, long to) {
    return Math.max(from, Math.min(to, at));
  }

  private List<Part> starting(SlotRoot root, long from, long to) {
    boolean longStart = firstAction != Long.MAX_VALUE && firstAction > startLimit;
    List<Part> parts = new ArrayList<>();
    long middle = longStart ? Math.max(from, Math.min(to, startLimit)) : to;
    long own = millis(DriverLook.Doing.OWN_CODE, from, middle);
    own += millis(DriverLook.Doing.PYTHON, from, middle);
    long plans = millis(DriverLook.Doing.PLANNING, from, middle);
    long begun = Math.max(from, middle - own - plans);
    add(SlotRow.START_UP, root, from, begun, parts);
    add(SlotRow.PLANNING, root, begun, Math.min(middle, begun + plans), parts);
    add(SlotRow.DRIVER_CODE, root, begun + plans, middle, parts);
    outside(root, middle, to, parts);
    return parts;
  }

  private long millis(DriverLook.Doing doing, long from, long to) {
    return (long) (seen.share(doing, from, to) * (to - from));
  }

  private static void add(SlotRow row, SlotRoot root, long from, long to, List<Part> parts) {
    if (to > from) {
      parts.add(new Part(row, root, from, to));
    }
  }

  private static long take(Map<Long, Double> budget, long query, long most) {
    double left = budget.getOrDefault(query, 0.0);
    long taken = (long) Math.min(left, most);
    budget.put(query, left - taken);
    return taken;
  }

  private OptionalLong query() {
    for (int id : activeJobs) {
      Job job = jobs.get(id);
      if (job != null && job.query().isPresent()) {
        return job.query();
      }
    }
    return activeQueries.stream().mapToLong(Long::longValue).max();
  }

  private SlotRoot root(OptionalLong query, long to) {
    int next = Arrays.binarySearch(starts, to);
    next = next < 0 ? -next - 1 : next;
    while (next > 0 && next <= starts.length - 1 && starts[next - 1] == starts[next]) {
      next--;
    }
    Optional<CallSite> after =
        next < byStart.size() ? Optional.of(byStart.get(next).callSite()) : Optional.empty();
    if (query.isPresent() && queries.containsKey(query.getAsLong())) {
      after = Optional.of(queries.get(query.getAsLong()).callSite());
    }
    return new SlotRoot.OfDriver(query, lastEnded.map(Job::callSite), after);
  }
}
