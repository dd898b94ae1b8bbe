package dev.uncork.sparkledger.rule;

import dev.uncork.sparkledger.finding.ApplicationFacts;
import dev.uncork.sparkledger.finding.ConfFacts;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.finding.SparkKind;
import dev.uncork.sparkledger.ledger.PythonOperators;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageTasks;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.PlanNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What Python workers do while tasks wait for them: they start, take rows, compute, or wait. */
final class PythonTime {
  /** Workers that use the CPU for less of their time wait for something themselves. */
  private static final double WAITS = 0.3;

  /** Those that compute use it for at least so much. */
  private static final double COMPUTES = 0.6;

  /** For each byte that a function gets or returns: some 100 microseconds for a short row. */
  private static final double COMPUTING_NANOS = 5_000;

  /** For each row of an RDD; the way to Python and a call there take some ten microseconds. */
  private static final double LONG_MILLIS = 1;

  /** Of all tasks' time, in functions of which nobody knows what they do. */
  private static final double MUCH_UNKNOWN = 0.4;

  private static final int FEWEST_TASKS = 16;

  private static final String SENT = "data sent to Python workers";
  private static final String RETURNED = "data returned from Python workers";
  private static final String OBJECTS = "PythonRDD";

  private static final Pattern OTHER_ROWS =
      Pattern.compile("partitionBy|ShuffledRDD|coalesce|Generate|Expand|.*Join");

  private final ApplicationFacts facts;
  private final Map<Integer, List<PlanNode>> functionsByStage = new HashMap<>();
  private final Map<StageTasks, Double> starts = new HashMap<>();
  private final OptionalDouble cpu;

  PythonTime(ApplicationFacts facts) {
    this.facts = facts;
    for (PlanNode node : facts.plans().all(node -> PythonOperators.contains(node.name()))) {
      node.stages()
          .forEach(
              stage -> functionsByStage.computeIfAbsent(stage, key -> new ArrayList<>()).add(node));
    }
    cpu = used();
  }

  /**
   * The share of the time in which tasks wait for Python workers that these used the CPU. That of
   * workers which end with their task is counted nowhere: PySpark's daemon ignores their end.
   */
  OptionalDouble cpu() {
    return cpu;
  }

  private OptionalDouble used() {
    if (!facts.conf().on(ConfFacts.REUSED_WORKERS)) {
      return OptionalDouble.empty();
    }
    double seconds = 0;
    for (Executor executor : facts.recorded().application().executors()) {
      if (executor.used().isEmpty()) {
        return OptionalDouble.empty();
      }
      seconds += executor.used().get().children() * executor.span().millis() / 1000;
    }
    return OptionalDouble.of(Math.min(1, seconds / facts.ledger().seconds(SlotRow.PYTHON)));
  }

  /** Whether the workers wait for something themselves. */
  boolean waits() {
    return cpu.orElse(1) < WAITS;
  }

  /**
   * Whether a stage's functions take so long for what they get that neither the way to them nor the
   * call of them counts: they compute, and may well do so in native code. Or, where nobody saw
   * their CPU time, they wait.
   */
  boolean isOfFunctions(StageTasks tasks) {
    return cpu.orElse(1) >= COMPUTES && (takeLongForColumns(tasks) || takeLongForRows(tasks));
  }

  private boolean takeLongForColumns(StageTasks tasks) {
    int stage = tasks.stage().key().id();
    List<PlanNode> functions = functionsByStage.getOrDefault(stage, List.of());
    long bytes = 0;
    for (PlanNode node : functions) {
      Map<String, Long> moved = node.metricsByStage().getOrDefault(stage, Map.of());
      bytes += moved.getOrDefault(SENT, 0L) + moved.getOrDefault(RETURNED, 0L);
    }
    return bytes > 0
        && 1e6 * tasks.part(SlotRow.PYTHON) >= COMPUTING_NANOS * bytes
        && functions.stream().allMatch(PythonTime::takesAllRows);
  }

  /**
   * Of an RDD whose rows are known: what Python itself has shuffled is counted by batches of rows,
   * and a plan may make many rows of one.
   */
  private boolean takeLongForRows(StageTasks tasks) {
    List<String> operators = tasks.stage().operators();
    if (!operators.contains(OBJECTS)
        || operators.stream().anyMatch(name -> OTHER_ROWS.matcher(name).matches())) {
      return false;
    }
    long rows = tasks.rowsRead();
    long bytes = IntStream.range(0, tasks.count()).mapToLong(tasks::bytesRead).sum();
    double millis = tasks.part(SlotRow.PYTHON) - startMillis(tasks) * tasks.count();
    return rows > 0 && millis >= LONG_MILLIS * rows && 1e6 * millis >= COMPUTING_NANOS * bytes;
  }

  /**
   * Milliseconds that each task's worker takes at least, however few rows it gets: a straight line
   * through the tasks' times by their rows, less what it may be off by. 0 where their rows don't
   * tell. The first tasks in each slot don't count, for they start the workers.
   */
  double startMillis(StageTasks tasks) {
    return tasks.part(SlotRow.PYTHON) == 0 ? 0 : starts.computeIfAbsent(tasks, this::start);
  }

  private double start(StageTasks tasks) {
    Map<Integer, Integer> begun = new HashMap<>();
    int[] later =
        IntStream.range(0, tasks.count())
            .filter(tasks::succeeded)
            .filter(i -> facts.comesLater(begun, tasks.executor(i)))
            .toArray();
    if (later.length < FEWEST_TASKS) {
      return 0;
    }
    double rows = IntStream.of(later).mapToLong(tasks::rowsRead).average().orElse(0);
    double millis =
        IntStream.of(later).mapToDouble(i -> tasks.part(i, SlotRow.PYTHON)).average().orElse(0);
    double square = 0;
    double product = 0;
    for (int i : later) {
      square += (tasks.rowsRead(i) - rows) * (tasks.rowsRead(i) - rows);
      product += (tasks.rowsRead(i) - rows) * (tasks.part(i, SlotRow.PYTHON) - millis);
    }
    if (square == 0) {
      return 0;
    }
    double perRow = Math.max(0, product / square);
    double atNone = millis - perRow * rows;
    double off = 0;
    for (int i : later) {
      double line = atNone + perRow * tasks.rowsRead(i);
      off += (tasks.part(i, SlotRow.PYTHON) - line) * (tasks.part(i, SlotRow.PYTHON) - line);
    }
    double error = off / (later.length - 2) * (1.0 / later.length + rows * rows / square);
    return Math.max(0, atNone - 2 * Math.sqrt(error));
  }

  /** Functions that take long for each row, of which nobody saw whether they compute or wait. */
  Optional<SparkFinding> unseen() {
    List<StageTasks> stages =
        cpu.isPresent()
            ? List.of()
            : facts.byStage(SlotRow.PYTHON, 0).keySet().stream()
                .filter(this::takeLongForRows)
                .toList();
    double millis = stages.stream().mapToDouble(tasks -> tasks.part(SlotRow.PYTHON)).sum();
    double share = millis / Math.max(1, facts.taskMillis());
    return share < MUCH_UNKNOWN
        ? Optional.empty()
        : Optional.of(
            new SparkFinding.OffCpu(
                SparkKind.UNKNOWN,
                stages.get(0).stage(),
                share,
                true,
                facts.pricing().gain(0, 0, 0),
                facts.withPlugin()));
  }

  /** What to change. */
  List<SparkAdvice> advice(Optional<String> operator, StageTasks stage) {
    ConfFacts conf = facts.conf();
    List<SparkAdvice> advice = new ArrayList<>();
    if (!conf.on(ConfFacts.REUSED_WORKERS)) {
      advice.add(conf.to(ConfFacts.REUSED_WORKERS, "true"));
    }
    boolean rows = operator.filter(name -> name.startsWith("BatchEval")).isPresent();
    if (!waits() && rows && conf.since(3, 5) && !conf.on(ConfFacts.ARROW)) {
      advice.add(conf.to(ConfFacts.ARROW, "true"));
    }
    advice.add(
        new SparkAdvice.Code(change(operator, stage), Optional.of(stage.stage().callSite())));
    return advice;
  }

  private SparkAdvice.Change change(Optional<String> operator, StageTasks stage) {
    if (waits()) {
      return SparkAdvice.Change.WAIT_LESS;
    }
    if (operator.filter(OBJECTS::equals).isPresent()) {
      return SparkAdvice.Change.DATA_FRAME;
    }
    return facts.plans().of(stage.stage().key().id(), PythonTime::takesColumns).isEmpty()
        ? SparkAdvice.Change.VECTORIZED_UDF
        : SparkAdvice.Change.WHOLE_COLUMNS;
  }

  /** Whether an operator hands columns to its function, as pandas or as Arrow has them. */
  private static boolean takesColumns(PlanNode node) {
    return node.name().matches("\\w*In(?:Pandas|Arrow)\\w*")
        || node.name().equals("ArrowEvalPython") && node.text().matches("(?s).*, 2\\d\\d");
  }

  /** Whether it does so once for many rows, rather than for each group of them. */
  private static boolean takesAllRows(PlanNode node) {
    return takesColumns(node) && node.name().matches("(?:Python)?Map.*|ArrowEval.*");
  }
}
