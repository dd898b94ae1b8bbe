package dev.uncork.benchmarks.verdicts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Verdicts on programs, and what they promise beside what the fix brings: a figure for each
 * program, and the shares of all of them, those of before included that weren't measured again.
 */
final class VerdictFigures {
  private static final String RIGHT = "-right";
  private static final String GAIN = "-gain";
  private static final String LEAST = "-least";
  private static final String WORK = "-work";
  private static final String PROMISED = "promised at most";
  private static final String ESTIMATED = "promised about";

  /** How far a measured gain may lie above a bound: pairs of runs differ as much. */
  private static final double NOISE = 1.1;

  /** CPU time per operation, against that with the fault, below which the work itself is less. */
  private static final double CHEAPER = 0.8;

  /** What "many times as fast" is, as people say it. */
  private static final double MANY = 5;

  /**
   * What was promised and measured.
   *
   * @param promised infinite where it was "many times as fast"
   * @param bounded whether it was to be no more
   */
  private record Gain(double promised, boolean bounded, double measured) {
    boolean priced() {
      return Double.isFinite(promised);
    }

    boolean kept() {
      return measured <= promised * NOISE;
    }

    double ratio() {
      return promised / measured;
    }

    double error() {
      return Math.abs(ratio() - 1);
    }
  }

  private final ResultFile results;
  private final Map<String, Boolean> right = new TreeMap<>();
  private final Map<String, Gain> gains = new TreeMap<>();
  private final Map<String, Double> work = new TreeMap<>();
  private final Set<String> replaced = new HashSet<>();

  /**
   * For a result file.
   *
   * @param before the file as it is, from which the rest comes; may be missing
   */
  VerdictFigures(ResultFile results, Path before) throws IOException {
    this.results = results;
    if (Files.exists(before)) {
      for (JsonNode figure : new ObjectMapper().readTree(before.toFile()).path("figures")) {
        read(figure);
      }
    }
  }

  private void read(JsonNode figure) {
    String name = figure.path("name").asText();
    double value = figure.path("value").asDouble();
    boolean isBound = figure.path("against").has(PROMISED);
    JsonNode promised = figure.path("against").path(isBound ? PROMISED : ESTIMATED);
    if (name.endsWith(RIGHT)) {
      right.put(name.substring(0, name.length() - RIGHT.length()), value > 0);
    } else if (name.endsWith(WORK)) {
      work.put(name.substring(0, name.length() - WORK.length()), value);
    } else if (name.endsWith(GAIN)) {
      gains.put(
          name.substring(0, name.length() - GAIN.length()),
          new Gain(promised.path("value").asDouble(Double.POSITIVE_INFINITY), isBound, value));
    }
  }

  /** Adds a verdict. */
  void judged(String program, boolean isRight, String said) {
    System.out.println(program + ": " + (isRight ? "right: " : "wrong: ") + said);
    right.put(program, isRight);
    results.add(
        program + RIGHT,
        "of verdicts",
        Spread.exactly(isRight ? 1 : 0, 1),
        Map.of(),
        (isRight ? "right: " : "wrong: ") + said);
  }

  /** Forgets what a program's fix brought before: the verdict may promise it in another way now. */
  void measuresAgain(String program) {
    gains.remove(program);
    work.remove(program);
    replaced.addAll(List.of(program + GAIN, program + LEAST, program + WORK));
  }

  /** Whether a figure of before still tells something. */
  boolean keeps(String figure) {
    return !replaced.contains(figure);
  }

  /**
   * Adds what the verdict promises, as times as fast, and what the fix brings.
   *
   * @param isBound whether it says that it can't be more
   */
  void gained(String program, double promised, boolean isBound, Spread measured) {
    String kind = isBound ? PROMISED : ESTIMATED;
    System.out.printf(
        Locale.ROOT, "  %s %.2f x, measured %.2f x%n", kind, promised, measured.median());
    Gain gain = new Gain(promised, isBound, measured.median());
    gains.put(program, gain);
    boolean isRight = right.getOrDefault(program, false);
    results.add(
        program + GAIN,
        "x",
        measured,
        gain.priced() ? Map.of(kind, Spread.exactly(promised, 1)) : Map.of(),
        "rate without the fault against with it"
            + (gain.priced() ? "" : "; promised: many times as fast")
            + (isRight ? "" : "; the verdict is wrong"));
  }

  /** The same of a verdict that says what is to gain, "or more". */
  void gainedAtLeast(String program, double promised, Spread measured) {
    System.out.printf(
        Locale.ROOT, "  promised at least %.2f x, measured %.2f x%n", promised, measured.median());
    boolean isKept = measured.median() * NOISE >= promised;
    results.add(
        program + LEAST,
        "x",
        measured,
        Map.of("promised at least", Spread.exactly(promised, 1)),
        "rate without the fault against with it; " + (isKept ? "kept" : "broken"));
  }

  /**
   * Adds the CPU time per operation without the fault, against that with it, of a fault to wait.
   */
  void works(String program, Spread ratio) {
    work.put(program, ratio.median());
    results.add(
        program + WORK,
        "x",
        ratio,
        Map.of(),
        "CPU time per operation without the fault against with it; below "
            + CHEAPER
            + " the fix does more than to end a wait");
  }

  /**
   * Adds the shares.
   *
   * @param sound programs with which nothing is wrong
   */
  void addShares(Set<String> sound) {
    share(
        "right-share",
        "to reach: at least 0.95; wrong: "
            + right.entrySet().stream()
                .filter(verdict -> !verdict.getValue())
                .map(Map.Entry::getKey)
                .toList(),
        right.values().stream().map(is -> is ? 1.0 : 0.0).toList());
    share(
        "false-alarms",
        "of the programs with which nothing is wrong; to reach: at most 0",
        right.entrySet().stream()
            .filter(verdict -> sound.contains(verdict.getKey()))
            .map(verdict -> verdict.getValue() ? 0.0 : 1.0)
            .toList());
    Predicate<String> bounded = name -> known(name).filter(Gain::bounded).isPresent();
    Predicate<String> priced = name -> known(name).filter(Gain::priced).isPresent();
    Predicate<String> alike = name -> work.getOrDefault(name, 1.0) >= CHEAPER;
    kept(
        "bounds-kept",
        "right verdicts whose program is without the fault at most as fast as promised, and a"
            + " tenth; where an operation costs the CPU time that it costs with it;"
            + " to reach: at least 0.95",
        bounded.and(alike));
    kept(
        "bounds-kept-by-all",
        "the same with those whose fix makes the work itself cheaper",
        bounded);
    median("bound-to-gain", "x", "promised over measured", Gain::ratio, priced.and(alike));
    median(
        "price-error",
        "of the gain",
        "how far promised and measured are apart; to reach: at most 0.15",
        Gain::error,
        priced.and(alike));
    share(
        "many-times",
        "right verdicts that promise many times as much, whose fix brings at least "
            + MANY
            + " times as much",
        of(
            gain -> gain.measured() >= MANY ? 1.0 : 0.0,
            name -> known(name).isPresent() && !priced.test(name)));
  }

  /** The gain of a right verdict. */
  private Optional<Gain> known(String program) {
    return Optional.ofNullable(gains.get(program))
        .filter(gain -> right.getOrDefault(program, false));
  }

  private void kept(String figure, String note, Predicate<String> which) {
    List<String> broken =
        gains.keySet().stream()
            .filter(which)
            .filter(name -> known(name).filter(gain -> !gain.kept()).isPresent())
            .toList();
    share(figure, note + "; broken: " + broken, of(gain -> gain.kept() ? 1.0 : 0.0, which));
  }

  private List<Double> of(Function<Gain, Double> figure, Predicate<String> which) {
    List<Double> values = new ArrayList<>();
    gains.forEach(
        (name, gain) -> {
          if (which.test(name)) {
            values.add(figure.apply(gain));
          }
        });
    return values;
  }

  private void share(String name, String note, List<Double> each) {
    if (!each.isEmpty()) {
      double share = each.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      System.out.printf(Locale.ROOT, "%s: %.3f of %d%n", name, share, each.size());
      results.add(name, "of programs", Spread.exactly(share, each.size()), Map.of(), note);
    }
  }

  private void median(
      String name,
      String unit,
      String note,
      Function<Gain, Double> figure,
      Predicate<String> which) {
    List<Double> values = of(figure, which);
    if (!values.isEmpty()) {
      System.out.printf(Locale.ROOT, "%s: %.2f%n", name, Spread.of(values).median());
      results.add(name, unit, values, Map.of(), note);
    }
  }
}
