package dev.uncork.sparkledger.finding;

import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.log.UserFrames;
import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.Job;
import dev.uncork.sparkledger.model.Query;
import dev.uncork.sparkledger.model.Rdd;
import dev.uncork.sparkledger.model.Span;
import dev.uncork.sparkledger.model.Task;
import dev.uncork.sparkledger.price.TimeGain;
import dev.uncork.sparkledger.price.WhatIf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds what is computed again by each action that uses it, since nothing keeps it: RDDs, and rows
 * that queries shuffle in the same way.
 *
 * <p>How long an RDD takes is known where an action runs on it directly, and is at most what the
 * least of its stages takes. Where all stages do more with it than that, it counts only if it is
 * read from files each time, and then for little.
 */
final class RecomputedRule {
  private static final double LEAST_SHARE = 0.02;

  /** Two may well read the same files: to keep their rows costs memory. */
  private static final int MANY_READERS = 3;

  /** To take two fields of a text by two calls is no worse than to parse all of it. */
  private static final int MANY_PARSES = 3;

  /** What computing an RDD takes of a task's time. */
  private static final List<SlotRow> WORK =
      List.of(SlotRow.CPU, SlotRow.PYTHON, SlotRow.CORE_WAIT, SlotRow.TASK_WAIT);

  /** What Spark's cache takes for a row of a few numbers: to make it, beyond computing it. */
  private static final double MILLIS_TO_KEEP = 150e-6;

  private static final double MILLIS_TO_READ = 40e-6;

  /** Actions whose own code may be what takes long. */
  private static final String OWN_CODE = "foreach";

  private final ApplicationFacts facts;

  RecomputedRule(ApplicationFacts facts) {
    this.facts = facts;
  }

  List<SparkFinding> find() {
    if (facts.recorded().application().driver().demand().served()) {
      return List.of(); // Who asks twice may want it computed twice.
    }
    Set<Integer> batches = ofBatches(facts.recorded().application());
    ComputedRdds computed = ComputedRdds.of(facts.recorded().stages(), batches);
    Application application = withoutBatches(facts.recorded().application());
    Map<Object, List<ComputedRdds.Use>> again = new LinkedHashMap<>();
    for (ComputedRdds.Use use : computed.again()) {
      if (!isSparks(use)) {
        boolean ofBatch = batches.contains(use.last().key().id());
        again.computeIfAbsent(ofBatch ? use.made() : use, made -> new ArrayList<>()).add(use);
      }
    }
    Stream<SparkFinding> rdds =
        Stream.concat(
            again.values().stream().map(this::of), computed.kept().stream().flatMap(this::evicted));
    List<RepeatedShuffles.Use> shuffles = RepeatedShuffles.of(application);
    Stream<SparkFinding> rows =
        Stream.concat(
            shuffles.stream().map(use -> use.with(shuffles)).flatMap(this::of),
            Stream.concat(
                RepeatedColumns.of(application).stream().flatMap(this::of),
                RepeatedScans.of(application).stream().flatMap(this::of)));
    return Stream.of(most(rdds), most(rows), inferred(), parsed()).flatMap(all -> all).toList();
  }

  /** The stages of queries that a function of the program's runs on a batch of a stream. */
  private static Set<Integer> ofBatches(Application application) {
    Set<Long> queries = new HashSet<>();
    for (Query query : application.queries()) {
      boolean within = query.root() != query.id();
      if (within && inStream(application, query)) {
        queries.add(query.id());
      }
    }
    Set<Integer> stages = new HashSet<>();
    for (Job job : application.jobs()) {
      if (job.query().isPresent() && queries.contains(job.query().getAsLong())) {
        stages.addAll(job.stages());
      }
    }
    return stages;
  }

  private static boolean inStream(Application application, Query query) {
    return application.driver().demand().streams().stream()
        .anyMatch(stream -> stream.holds(query.span().startMillis()));
  }

  /** Queries of a stream look alike, and each reads other rows. */
  private static Application withoutBatches(Application all) {
    return all.with(all.queries().stream().filter(query -> !inStream(all, query)).toList());
  }

  /** One of another holds much the same time. */
  private static Stream<SparkFinding> most(Stream<SparkFinding> found) {
    return found.max(Comparator.comparingDouble(each -> each.gain().seconds())).stream();
  }

  /** What Spark's libraries compute again and again is not the program's to keep. */
  private static boolean isSparks(ComputedRdds.Use use) {
    return use.stages().stream()
        .anyMatch(
            tasks -> UserFrames.isSparks(use.made().name(), tasks.stage().callSite().stack()));
  }

  /** An RDD, or those of a stream's batches. */
  private SparkFinding of(List<ComputedRdds.Use> alike) {
    Map<StageTasks, Double> shares = new HashMap<>();
    double bounds = 0;
    int times = 0;
    for (ComputedRdds.Use use : alike) {
      double bound = use.stages().stream().mapToDouble(RecomputedRule::work).min().orElse(0);
      for (StageTasks tasks : use.stages().subList(1, use.stages().size())) {
        shares.put(tasks, bound / Math.max(1, work(tasks)));
        bounds += bound;
      }
      times = Math.max(times, use.stages().size());
    }
    ComputedRdds.Use use = alike.get(0);
    WhatIf kept = without(shares);
    boolean direct = use.stages().stream().anyMatch(tasks -> direct(tasks, use.rdd()));
    double seconds = bounds / 1000;
    boolean counts = seconds >= LEAST_SHARE * facts.ledger().slotSeconds();
    TimeGain gain =
        !counts || !direct && !readsFiles(use.stages())
            ? facts.pricing().gain(0, 0, 0)
            : facts.pricing().gain(kept, atBest(shares), direct ? 0.5 : 0, direct ? 0.85 : 0.3);
    Optional<CallSite> made = Optional.of(use.made());
    return new SparkFinding.Recomputed(
        use.last(),
        made,
        List.of(),
        times,
        0,
        seconds,
        gain,
        List.of(new SparkAdvice.Code(SparkAdvice.Change.PERSIST, made)));
  }

  /**
   * Partitions that were not in memory when they were used again: such a task reads nothing, while
   * those that find theirs there read it. Where it is made of files, both read.
   */
  private Stream<SparkFinding> evicted(ComputedRdds.Use use) {
    StageTasks first = use.stages().get(0);
    if (first.stage().tasks().stream().anyMatch(RecomputedRule::reads)) {
      return Stream.empty();
    }
    double each = work(first) / first.succeededCount();
    Map<StageTasks, Double> shares = new HashMap<>();
    int partitions = 0;
    double millis = 0;
    for (StageTasks tasks : use.stages().subList(1, use.stages().size())) {
      int again = 0;
      for (Task task : tasks.stage().tasks()) {
        again += task.outcome() == Task.Outcome.SUCCEEDED && !reads(task) ? 1 : 0;
      }
      double lost = Math.min(again * each, work(tasks));
      shares.put(tasks, lost / Math.max(1, work(tasks)));
      partitions += again;
      millis += lost;
    }
    if (millis < 1000 * LEAST_SHARE * facts.ledger().slotSeconds()) {
      return Stream.empty();
    }
    Optional<CallSite> made = Optional.of(use.made());
    WhatIf kept = without(shares);
    WhatIf found = atBest(shares);
    // In a memory in which it fits, less garbage is collected while it is made, too.
    WhatIf atBest =
        found.withLengths(
            tasks ->
                tasks == first
                    ? WhatIf.recorded().without(SlotRow.GC).lengths().apply(tasks)
                    : found.lengths().apply(tasks));
    return Stream.of(
        new SparkFinding.Recomputed(
            use.last(),
            made,
            List.of(),
            use.stages().size(),
            partitions,
            millis / 1000,
            facts.pricing().gain(kept, atBest, 0.4, 0.8),
            List.of(
                new SparkAdvice.Code(SparkAdvice.Change.KEEP_ON_DISK, made),
                facts
                    .conf()
                    .more(
                        facts.local() ? ConfFacts.DRIVER_MEMORY : ConfFacts.EXECUTOR_MEMORY, 2))));
  }

  private static boolean reads(Task task) {
    return task.volumes().input().bytes() > 0;
  }

  private static double work(StageTasks tasks) {
    return WORK.stream().mapToDouble(tasks::part).sum();
  }

  private static WhatIf without(Map<StageTasks, Double> shares) {
    return WhatIf.recorded()
        .withEach(
            (tasks, i, recorded) -> {
              double own = WORK.stream().mapToDouble(row -> tasks.part(i, row)).sum();
              return recorded - (float) (shares.getOrDefault(tasks, 0.0) * own);
            });
  }

  private static WhatIf without(Set<StageTasks> stages) {
    return WhatIf.recorded()
        .withEach((tasks, i, recorded) -> stages.contains(tasks) ? 0 : recorded);
  }

  /** Tasks that find it there may also be over before anybody waits for them. */
  private static WhatIf atBest(Map<StageTasks, Double> shares) {
    return WhatIf.recorded()
        .withEach(
            (tasks, i, recorded) -> (float) (recorded * (1 - shares.getOrDefault(tasks, 0.0))));
  }

  /** Whether the stage's action runs on the RDD itself. */
  private static boolean direct(StageTasks tasks, Rdd rdd) {
    return tasks.stage().rdds().get(0).id() == rdd.id()
        && !tasks.stage().callSite().name().startsWith(OWN_CODE);
  }

  private static boolean readsFiles(List<StageTasks> stages) {
    return stages.stream()
        .allMatch(
            tasks ->
                tasks.stage().rdds().stream().noneMatch(Rdd::kept)
                    && tasks.stage().tasks().stream().anyMatch(RecomputedRule::reads));
  }

  /**
   * What the stages did beside it isn't known: what is saved is at most all but the most, less what
   * it takes to put the rows into the cache and to get them from there again.
   */
  private Stream<SparkFinding> of(RepeatedColumns.Use use) {
    List<StageTasks> stages =
        succeeded(use.stages()).values().stream()
            .sorted(Comparator.comparingDouble(RecomputedRule::work).reversed())
            .toList();
    Map<StageTasks, Double> best = new HashMap<>();
    Map<StageTasks, Double> usual = new HashMap<>();
    double reads = use.rows() * MILLIS_TO_READ * use.times() / Math.max(1, stages.size());
    for (StageTasks tasks : stages) {
      best.put(tasks, 1.0);
      usual.put(tasks, 1 - reads / Math.max(1, work(tasks)));
    }
    double seconds = stages.stream().skip(1).mapToDouble(RecomputedRule::work).sum() / 1000;
    if (stages.size() < 2 || seconds < LEAST_SHARE * facts.ledger().slotSeconds()) {
      return Stream.empty();
    }
    StageTasks makes = stages.get(0);
    best.remove(makes);
    usual.put(makes, -use.rows() * MILLIS_TO_KEEP / Math.max(1, work(makes)));
    TimeGain gain = facts.pricing().gain(without(usual), without(best), 0.1, 0.5);
    return Stream.of(rows(stages.get(1), List.of(), use.times(), seconds, gain));
  }

  /** To parse them takes at most what the least of these stages takes. */
  private Stream<SparkFinding> of(RepeatedScans.Use use) {
    List<StageTasks> stages = List.copyOf(succeeded(use.stages()).values());
    if (use.times() < MANY_READERS || stages.size() < MANY_READERS) {
      return Stream.empty();
    }
    double bound = stages.stream().mapToDouble(RecomputedRule::work).min().orElse(0);
    Map<StageTasks, Double> shares = new HashMap<>();
    stages.stream().skip(1).forEach(tasks -> shares.put(tasks, bound / Math.max(1, work(tasks))));
    double seconds = bound * shares.size() / 1000;
    if (seconds < LEAST_SHARE * facts.ledger().slotSeconds()) {
      return Stream.empty();
    }
    StageTasks last = stages.get(stages.size() - 1);
    TimeGain gain = facts.pricing().gain(without(shares), 0.2, 0.6);
    return Stream.of(rows(last, List.of(), use.times(), seconds, gain));
  }

  private SparkFinding rows(
      StageTasks most, List<String> columns, int times, double seconds, TimeGain gain) {
    return new SparkFinding.Recomputed(
        most.stage(),
        Optional.empty(),
        columns,
        times,
        0,
        seconds,
        gain,
        List.of(
            new SparkAdvice.Code(
                SparkAdvice.Change.PERSIST, Optional.of(most.stage().callSite()))));
  }

  /** Passes over text before it is read, which the program could spare by telling its schema. */
  private Stream<SparkFinding> inferred() {
    Set<StageTasks> passes =
        facts
            .ordered(tasks -> RepeatedScans.infers(tasks.stage()) ? tasks.millis() : 0, 0)
            .keySet();
    if (passes.isEmpty()) {
      return Stream.empty();
    }
    StageTasks most = passes.iterator().next();
    return Stream.of(
        new SparkFinding.Inferred(
            most.stage(),
            passes.size(),
            passes.stream().mapToDouble(StageTasks::millis).sum() / 1000,
            facts.pricing().gain(without(passes), 0.4, 0.8),
            List.of(
                new SparkAdvice.Code(
                    SparkAdvice.Change.GIVE_SCHEMA, Optional.of(most.stage().callSite())))));
  }

  /** A text that is parsed for each field: at best all work of its stage was that. */
  private Stream<SparkFinding> parsed() {
    return RepeatedColumns.parsed(facts.recorded().application()).stream()
        .filter(text -> text.times() >= MANY_PARSES)
        .flatMap(
            text -> succeeded(text.stages()).values().stream().map(stage -> parsed(text, stage)))
        .max(Comparator.comparingDouble(each -> each.gain().seconds()))
        .stream();
  }

  private SparkFinding parsed(RepeatedColumns.Parsed text, StageTasks stage) {
    double share = 1 - 1.0 / text.times();
    return new SparkFinding.Parsed(
        stage.stage(),
        text.column(),
        text.times(),
        share * work(stage) / 1000,
        facts.pricing().gain(without(Map.of(stage, share)), 0.1, 0.5),
        List.of(
            new SparkAdvice.Code(
                SparkAdvice.Change.PARSE_ONCE, Optional.of(stage.stage().callSite()))));
  }

  /** The first attempts of stages that had tasks which succeeded, by id. */
  private Map<Integer, StageTasks> succeeded(Set<Integer> ids) {
    Map<Integer, StageTasks> stages = new LinkedHashMap<>();
    for (StageTasks tasks : facts.recorded().stages()) {
      if (ids.contains(tasks.stage().key().id()) && tasks.succeededCount() > 0) {
        stages.putIfAbsent(tasks.stage().key().id(), tasks);
      }
    }
    return stages;
  }

  private Stream<SparkFinding> of(RepeatedShuffles.Use use) {
    Map<Integer, StageTasks> again = succeeded(use.again());
    double seconds = again.values().stream().mapToDouble(StageTasks::millis).sum() / 1000;
    if (again.isEmpty() || seconds < LEAST_SHARE * facts.ledger().slotSeconds()) {
      return Stream.empty();
    }
    Set<StageTasks> all = new HashSet<>(again.values());
    StageTasks last =
        all.stream().max(Comparator.comparingDouble(StageTasks::millis)).orElseThrow();
    double tasks = facts.pricing().gain(without(all), 1, 1).seconds();
    TimeGain gain = facts.pricing().gain(tasks + driverSeconds(use.operators()), 0.4, 0.8);
    return Stream.of(rows(last, use.columns(), use.times(), seconds, gain));
  }

  /**
   * What the driver plans and broadcasts for such parts of queries while none of their stages runs:
   * as large a part of that as they are of the plan.
   */
  private double driverSeconds(Map<Long, Integer> operators) {
    double millis = 0;
    for (Query query : facts.recorded().application().queries()) {
      int again = operators.getOrDefault(query.id(), 0);
      if (again > 0 && query.plan().isPresent()) {
        int all = RepeatedShuffles.operators(query.plan().get());
        millis += (double) Math.min(again, all) / all * waitsForDriver(query.span());
      }
    }
    return millis / 1000;
  }

  /** Milliseconds of a query in which no stage ran. */
  private double waitsForDriver(Span query) {
    List<Span> ran =
        facts.recorded().stages().stream()
            .map(tasks -> tasks.stage().span())
            .filter(span -> query.holds(span.startMillis()))
            .sorted(Comparator.comparingLong(Span::startMillis))
            .toList();
    long at = query.startMillis();
    double waited = 0;
    for (Span span : ran) {
      waited += Math.max(0, span.startMillis() - at);
      at = Math.max(at, Math.min(span.endMillis(), query.endMillis()));
    }
    return waited + query.endMillis() - at;
  }
}
