package dev.uncork.benchmarks.tpch;

import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.command.Spark;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** What the user wants measured. */
final class Arguments {
  @Option(names = "--jdk", paramLabel = "VERSION", description = "Or the home of one.")
  private List<String> wanted = List.of();

  @Option(
      names = "--queries",
      paramLabel = "LIST",
      split = ",",
      converter = QueryRangeConverter.class,
      description = "As in 1,5,9-12; legacy: with an older API.",
      defaultValue = "1-" + TpchFigures.QUERIES + ",legacy")
  private List<QueryRange> queries = List.of();

  @Option(names = "--scale", paramLabel = "SF", description = "Of the data.")
  private String scale = "1";

  @Option(names = "--rounds", paramLabel = "N", description = "Pairs of each query.")
  private int rounds = 5;

  @Option(names = "--add", description = "Add the rounds to those that there are.")
  private boolean add;

  @Mixin private Spark spark = new Spark();

  @Option(names = "--data", paramLabel = "DIR", description = "By default one for each scale.")
  private @Nullable Path data;

  @Option(names = "--out", paramLabel = "FILE", description = "By default docs/results/NAME.json.")
  private @Nullable Path out;

  @Parameters(
      paramLabel = "MAJOR=JAVA_HOME...",
      description = "JDKs to measure; those that ./bench finds by default.",
      hideParamSyntax = true)
  private Map<String, Path> installed = new LinkedHashMap<>();

  /** Queries that follow each other, both ends included. No list: picocli would add its numbers. */
  private record QueryRange(int first, int last) {}

  /** Numbers such as 3, 9-12 and legacy. */
  private static final class QueryRangeConverter implements ITypeConverter<QueryRange> {
    @Override
    public QueryRange convert(String part) {
      if (part.strip().equals(TpchFigures.name(TpchFigures.LEGACY))) {
        return new QueryRange(TpchFigures.LEGACY, TpchFigures.LEGACY);
      }
      if (!part.strip().matches("\\d{1,2}(-\\d{1,2})?")) {
        throw unexpected();
      }
      int[] ends = Stream.of(part.strip().split("-", 2)).mapToInt(Integer::parseInt).toArray();
      QueryRange range = new QueryRange(ends[0], ends[ends.length - 1]);
      if (range.first < 1 || range.last > TpchFigures.QUERIES || range.first > range.last) {
        throw unexpected();
      }
      return range;
    }

    private static TypeConversionException unexpected() {
      return new TypeConversionException(
          "expected numbers from 1 to " + TpchFigures.QUERIES + " and legacy, as in 1,5,9-12");
    }
  }

  /** Homes of the JDKs. */
  List<Path> jdks() {
    return wanted.isEmpty()
        ? List.copyOf(installed.values())
        : wanted.stream().map(this::home).toList();
  }

  private Path home(String jdk) {
    Path home = installed.getOrDefault(jdk, Path.of(jdk));
    if (!home.resolve("release").toFile().exists()) {
      throw new Refusal(
          "--jdk " + jdk + ": expected the home of a JDK, or one of " + installed.keySet());
    }
    return home;
  }

  List<Integer> queries() {
    TreeSet<Integer> all = new TreeSet<>();
    queries.forEach(range -> IntStream.rangeClosed(range.first, range.last).forEach(all::add));
    return List.copyOf(all);
  }

  String scale() {
    return scale;
  }

  int rounds() {
    return rounds;
  }

  /** Whether the rounds are added to those of earlier runs, instead of replacing them. */
  boolean add() {
    return add;
  }

  Path sparkHome() {
    return spark.home();
  }

  Path data() {
    Path folder = data == null ? Path.of("benchmarks/target/tpch-" + scale) : data;
    return folder.toAbsolutePath();
  }

  Path out(ComparedSides comparison) {
    return out == null ? Path.of("docs/results/" + comparison.title() + ".json") : out;
  }
}
