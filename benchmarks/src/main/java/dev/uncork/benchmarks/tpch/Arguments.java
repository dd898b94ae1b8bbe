package dev.uncork.benchmarks.tpch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

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
  private static final int ALL_QUERIES = 22;

  /** Reads them; an {@code IllegalArgumentException} says what makes no sense. */
  static Arguments of(Comparison comparison, List<String> words) {
    List<String> wanted = new ArrayList<>();
    Map<String, Path> installed = new LinkedHashMap<>();
    String queries = "1-" + ALL_QUERIES + ",legacy";
    String scale = "1";
    int rounds = 5;
    String spark = String.valueOf(System.getenv("SPARK_HOME"));
    String data = "";
    boolean add = false;
    String out = "docs/results/" + comparison.title() + ".json";
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String value = i + 1 < words.size() ? words.get(i + 1) : "";
      if (word.equals("--add")) {
        add = true;
        continue;
      }
      if (!word.startsWith("--")) {
        installed.put(word.replaceFirst("=.*", ""), Path.of(word.replaceFirst("[^=]*=", "")));
        continue;
      }
      i++;
      switch (word) {
        case "--jdk" -> wanted.add(value);
        case "--queries" -> queries = value;
        case "--scale" -> scale = value;
        case "--rounds" -> rounds = Integer.parseInt(value);
        case "--spark" -> spark = value;
        case "--data" -> data = value;
        case "--out" -> out = value;
        default ->
            throw new IllegalArgumentException(
                word
                    + ": expected --jdk VERSION, --queries LIST, --scale SF, --rounds N, --spark DIR,"
                    + " --data DIR, --out FILE or --add");
      }
    }
    if (!Path.of(spark, "jars").toFile().isDirectory()) {
      throw new IllegalArgumentException(
          "--spark " + spark + " has no jars; name a Spark 4 installation, 4.2 or newer on JDK 25");
    }
    List<Path> jdks = new ArrayList<>(wanted.isEmpty() ? installed.values() : List.of());
    for (String jdk : wanted) {
      Path home = installed.getOrDefault(jdk, Path.of(jdk));
      if (!home.resolve("release").toFile().exists()) {
        throw new IllegalArgumentException(
            "--jdk " + jdk + ": expected the home of a JDK, or one of " + installed.keySet());
      }
      jdks.add(home);
    }
    return new Arguments(
        jdks,
        parse(queries),
        scale,
        rounds,
        Path.of(spark).toAbsolutePath(),
        Path.of(data.isEmpty() ? "benchmarks/target/tpch-" + scale : data).toAbsolutePath(),
        add,
        Path.of(out));
  }

  private static List<Integer> parse(String list) {
    TreeSet<Integer> queries = new TreeSet<>();
    for (String part : list.split(",")) {
      if (part.strip().equals(TpchFigures.name(TpchFigures.LEGACY))) {
        queries.add(TpchFigures.LEGACY);
        continue;
      }
      String[] ends = part.strip().split("-", 2);
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (first < 1 || last > ALL_QUERIES || first > last) {
        throw new IllegalArgumentException(
            "--queries " + list + ": expected numbers from 1 to 22 and legacy, as in 1,5,9-12");
      }
      for (int query = first; query <= last; query++) {
        queries.add(query);
      }
    }
    return List.copyOf(queries);
  }
}
