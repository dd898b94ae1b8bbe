package dev.uncork.diagnosis.lever;

import dev.uncork.protocol.RemedyName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What may be changed about a Spark application, as far as its own figures speak for it. */
final class SparkLevers {
  private static final double LEAST_GC_SHARE = 0.05;

  /** Share of a cost that its remedy takes away, as a guess for the order only. */
  private static final double SAVED = 0.5;

  /**
   * Of a row that goes through a SQL shuffle: some eight uncontended locks of the JDK's streams, as
   * a guess for the order only.
   */
  private static final double LOCK_SECONDS_OF_ROW = 60e-9;

  private static final int LAST_JDK_WITH_BIASED_LOCKING = 17;
  private static final String PLUGIN = "dev.uncork.spark.UncorkPlugin";
  private static final String PLUGINS = "spark.plugins";
  private static final String JARS = "spark.jars";
  private static final String SHUFFLE_MANAGER = "spark.shuffle.manager";
  private static final String SHUFFLE_SERVICE = "spark.shuffle.service.enabled";

  private final SparkFacts facts;
  private final List<LedgerAdvice> advised;

  /**
   * Levers of an application.
   *
   * @param advised by its ledger
   */
  SparkLevers(SparkFacts facts, List<LedgerAdvice> advised) {
    this.facts = facts;
    this.advised =
        advised.stream().sorted(Comparator.comparingDouble(LedgerAdvice::gain).reversed()).toList();
  }

  /**
   * Levers.
   *
   * @param locking gain of lock reservation by what recordings say; empty where they are silent
   */
  List<Lever> all(OptionalDouble locking) {
    List<Lever> levers = new ArrayList<>();
    executors().ifPresent(levers::add);
    levers.addAll(heap());
    reserve(locking).ifPresent(levers::add);
    numa().ifPresent(levers::add);
    shuffle().ifPresent(levers::add);
    levers.addAll(settings());
    return levers;
  }

  /** What the ledger advises of settings that need no more than to be set. */
  private List<Lever> settings() {
    Map<String, Lever> levers = new LinkedHashMap<>();
    for (LedgerAdvice advice : advised) {
      Map<String, String> settings = new TreeMap<>(advice.settings());
      settings.keySet().removeAll(List.of(SHUFFLE_MANAGER, memory()));
      if (!settings.isEmpty()) {
        String name = String.join(" ", settings.keySet());
        String value =
            settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(" "));
        Change change = Change.settings(RemedyKind.KNOB, name, value, settings);
        OptionalDouble gain = OptionalDouble.of(advice.gain());
        levers.putIfAbsent(
            name, new Lever(RemedyKind.KNOB, name, List.of(change), gain, advice.why(), false));
      }
    }
    return List.copyOf(levers.values());
  }

  private String memory() {
    return facts.isLocal() ? "spark.driver.memory" : "spark.executor.memory";
  }

  /** The advice worth most that names a setting. */
  private Optional<LedgerAdvice> advised(String setting) {
    return advised.stream().filter(advice -> advice.settings().containsKey(setting)).findFirst();
  }

  private Optional<Lever> executors() {
    List<Change> layouts = SparkLayout.now(facts).alternatives(facts);
    return layouts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Lever(
                RemedyKind.EXECUTORS,
                SparkLayout.LEVER,
                layouts,
                OptionalDouble.empty(),
                Why.Known.OTHER_LAYOUTS,
                false));
  }

  private List<Lever> heap() {
    double share = facts.work().share(facts.work().gcSeconds());
    boolean collects = share >= LEAST_GC_SHARE;
    List<Lever> levers = new ArrayList<>();
    Why why = new Why.TasksCollect(share);
    OptionalDouble gain = OptionalDouble.of(Proposals.gain(share * SAVED));
    Optional<LedgerAdvice> memory = advised(memory());
    if (collects || memory.isPresent()) {
      SparkLayout.now(facts)
          .withTwiceTheMemory(facts)
          .ifPresent(
              change ->
                  levers.add(
                      new Lever(
                          RemedyKind.HEAP,
                          change.lever(),
                          List.of(change),
                          memory.map(advice -> OptionalDouble.of(advice.gain())).orElse(gain),
                          memory.map(LedgerAdvice::why).orElse(why),
                          false)));
    }
    if (!collects) {
      return levers;
    }
    String options =
        facts.setting("spark.executor.extraJavaOptions")
            + facts.setting("spark.driver.extraJavaOptions");
    String other = options.contains("+UseParallelGC") ? "-XX:+UseG1GC" : "-XX:+UseParallelGC";
    Change collector = Change.options(RemedyKind.HEAP, "collector", List.of(other));
    levers.add(new Lever(RemedyKind.HEAP, collector.lever(), List.of(collector), gain, why, false));
    return levers;
  }

  private Optional<Lever> reserve(OptionalDouble locking) {
    if (facts.setting("spark.uncork.locks").equals(RemedyName.RESERVE.label())) {
      return Optional.empty();
    }
    double rows = LOCK_SECONDS_OF_ROW * facts.work().shuffleRecords();
    double share = facts.sql() ? rows / Math.max(1e-9, facts.work().cpuSeconds()) : 0;
    double ofRows = Proposals.gain(share);
    boolean allLocks = facts.jdk() <= LAST_JDK_WITH_BIASED_LOCKING;
    double ofAll = allLocks ? locking.orElse(0) : 0;
    if (share == 0 && ofAll == 0) {
      return Optional.empty();
    }
    OptionalDouble gain = OptionalDouble.of(Math.max(ofRows, ofAll));
    Why why =
        ofAll > ofRows
            ? Why.Known.MUCH_IN_SYNCHRONIZED
            : new Why.ShuffledRows(facts.work().shuffleRecords());
    return Optional.of(
        withPlugin(
            RemedyKind.RESERVE,
            RemedyName.RESERVE.label(),
            Map.of("spark.uncork.locks", RemedyName.RESERVE.label()),
            gain,
            why));
  }

  private Optional<Lever> numa() {
    // In local mode auto leaves the driver, whose JVM it is, where it is.
    return facts.crossesNodes() && !facts.isLocal()
        ? Optional.of(
            withPlugin(
                RemedyKind.NUMA,
                "numa",
                Map.of("spark.uncork.numa", "auto"),
                OptionalDouble.empty(),
                Why.Known.EXECUTORS_ON_NODES))
        : Optional.empty();
  }

  private Optional<Lever> shuffle() {
    Optional<LedgerAdvice> advice = advised(SHUFFLE_MANAGER);
    if (advice.isEmpty()
        || facts.shuffleManager().isEmpty()
        || facts.setting(SHUFFLE_MANAGER).equals(facts.shuffleManager().get())
        || facts.setting(SHUFFLE_SERVICE).equals("true")) { // It can't serve memory of executors.
      return Optional.empty();
    }
    String manager = facts.shuffleManager().get();
    Change change =
        Change.settings(
            RemedyKind.SHUFFLE,
            "shuffle",
            SHUFFLE_MANAGER + "=" + manager,
            Map.of(SHUFFLE_MANAGER, manager, JARS, facts.pluginJar()));
    return Optional.of(
        new Lever(
            RemedyKind.SHUFFLE,
            "shuffle",
            List.of(change),
            OptionalDouble.of(advice.get().gain()),
            advice.get().why(),
            false));
  }

  private Lever withPlugin(
      RemedyKind kind, String name, Map<String, String> own, OptionalDouble gain, Why why) {
    Map<String, String> settings = new HashMap<>(own);
    settings.put(PLUGINS, PLUGIN);
    settings.put(JARS, facts.pluginJar());
    String value =
        String.join(
            " ",
            new TreeSet<>(
                own.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList()));
    return new Lever(
        kind, name, List.of(Change.settings(kind, name, value, settings)), gain, why, false);
  }
}
