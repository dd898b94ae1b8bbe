package dev.uncork.sparkworkloads.tpch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/** The 22 queries with their validation parameters, in SQL that Spark and DuckDB understand. */
final class TpchQueries {
  static final int COUNT = 22;
  private static final double FRACTION = 0.0001;

  private TpchQueries() {}

  /** The text of a query; one of them depends on the scale. */
  static String text(int query, double scale) {
    String name = String.format(Locale.ROOT, "q%02d.sql", query);
    try (InputStream in = TpchQueries.class.getResourceAsStream(name)) {
      String text =
          new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
      String fraction =
          BigDecimal.valueOf(FRACTION / scale).round(new MathContext(6)).toPlainString();
      return text.replace("${FRACTION}", fraction).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads numbers and ranges such as {@code 1,5,9-12}. */
  static SortedSet<Integer> parse(String list) {
    SortedSet<Integer> queries = new TreeSet<>();
    for (String part : list.split(",")) {
      String[] ends = part.strip().split("-", 2);
      try {
        int first = Integer.parseInt(ends[0]);
        int last = Integer.parseInt(ends[ends.length - 1]);
        if (first >= 1 && last <= COUNT && first <= last) {
          for (int query = first; query <= last; query++) {
            queries.add(query);
          }
          continue;
        }
      } catch (NumberFormatException e) {
        // Falls through to the one message.
      }
      throw new IllegalArgumentException(
          "'" + part + "' is no query; expected numbers from 1 to " + COUNT + ", as in 1,5,9-12");
    }
    return queries;
  }
}
