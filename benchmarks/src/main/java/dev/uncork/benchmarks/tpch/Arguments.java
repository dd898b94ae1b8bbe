package dev.uncork.benchmarks.tpch;

import dev.uncork.benchmarks.results.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the user wants measured.
 *
 * @param jdks homes of the JDKs
 * @param add whether the rounds are added to those of earlier runs, instead of replacing them
 */
record Arguments(
    List<Path> jdks,
    List<Integer> queries,
    String scale,
    int rounds,
    Path sparkHome,
    Path data,
    boolean add,
    Path out) {
  private static final int LAST_QUERY = 22;
  private static final String ALL = "1-" + LAST_QUERY + ",legacy";

  /** Reads them from one on. */
  static Arguments read(Comparison comparison, String[] args, int first) {
    List<String> wanted = new ArrayList<>();
    Map<String, Path> installed = new LinkedHashMap<>();
    AtomicBoolean add = new AtomicBoolean();
    AtomicInteger rounds = new AtomicInteger(5);
    TreeSet<Integer> queries = new TreeSet<>();
    Map<String, String> values = new LinkedHashMap<>();
    values.put("--scale", "1");
    values.put("--spark", Options.sparkOfEnvironment());
    values.put("--data", "");
    values.put("--out", "docs/results/" + comparison.title() + ".json");
    new Options()
        .values(values)
        .with("--jdk", wanted::add)
        .with("--queries", list -> queries.addAll(parse(list)))
        .with("--rounds", value -> rounds.set(Integer.parseInt(value)))
        .flag("--add", () -> add.set(true))
        .jdks(installed)
        .read(args, first);
    Path spark = Options.sparkHome(values.get("--spark"));
    List<Path> jdks = new ArrayList<>(wanted.isEmpty() ? installed.values() : List.of());
    for (String jdk : wanted) {
      Path home = installed.getOrDefault(jdk, Path.of(jdk));
      if (!home.resolve("release").toFile().exists()) {
        Options.refuse(
            "--jdk " + jdk + ": expected the home of a JDK, or one of " + installed.keySet());
      }
      jdks.add(home);
    }
    String scale = values.get("--scale");
    String data = values.get("--data");
    return new Arguments(
        jdks,
        List.copyOf(queries.isEmpty() ? parse(ALL) : queries),
        scale,
        rounds.get(),
        spark,
        Path.of(data.isEmpty() ? "benchmarks/target/tpch-" + scale : data).toAbsolutePath(),
        add.get(),
        Path.of(values.get("--out")));
  }

  private static TreeSet<Integer> parse(String list) {
    TreeSet<Integer> queries = new TreeSet<>();
    for (String part : list.split(",")) {
      if (part.strip().equals(TpchFigures.name(TpchFigures.LEGACY))) {
        queries.add(TpchFigures.LEGACY);
        continue;
      }
      String[] ends = part.strip().split("-", 2);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (first < 1 || last > LAST_QUERY || first > last) {
        throw new IllegalArgumentException(
            "expected numbers from 1 to 22 and legacy, as in 1,5,9-12");
      }
      for (int query = first; query <= last; query++) {
        queries.add(query);
      }
    }
    return queries;
  }
}
