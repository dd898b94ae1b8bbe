package dev.uncork.sparkworkloads.tpch;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a query gave, in an order of their own: the queries leave the order of equal rows
 * open. A value is a {@link BigDecimal}, a text, or null.
 */
final class Answer {
  private static final BigDecimal TOLERANCE = new BigDecimal("0.000002");
  private static final int DIGEST_SCALE = 4;
  private static final int DIGEST_BYTES = 8;

  private final List<List<@Nullable Object>> rows;

  private Answer(List<List<@Nullable Object>> rows) {
    this.rows = rows.stream().sorted(Comparator.comparing(Answer::key)).toList();
  }

  /** What Spark gave. */
  static Answer ofSpark(List<Row> rows) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (Row row : rows) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = 0; i < row.length(); i++) {
        values.add(row.isNullAt(i) ? null : plain(row.get(i)));
      }
      all.add(values);
    }
    return new Answer(all);
  }

  /** What a database gave. */
  static Answer of(List<List<@Nullable Object>> rows) {
    return new Answer(
        rows.stream()
            .<List<@Nullable Object>>map(
                row -> {
                  List<@Nullable Object> values = new ArrayList<>();
                  row.forEach(value -> values.add(value == null ? null : plain(value)));
                  return values;
                })
            .toList());
  }

  private static Object plain(Object value) {
    if (value instanceof BigDecimal number) {
      return number;
    }
    if (value instanceof BigInteger number) {
      return new BigDecimal(number);
    }
    if (value instanceof Double || value instanceof Float) {
      return BigDecimal.valueOf(((Number) value).doubleValue());
    }
    return value instanceof Number number
        ? BigDecimal.valueOf(number.longValue())
        : String.valueOf(value).stripTrailing();
  }

  /** Texts first, and numbers without the digits in which two systems may differ. */
  private static String key(List<@Nullable Object> row) {
    StringBuilder texts = new StringBuilder();
    StringBuilder numbers = new StringBuilder();
    for (Object value : row) {
      if (value instanceof BigDecimal number) {
        String digits = number.setScale(1, RoundingMode.HALF_UP).toPlainString();
        numbers.append("0".repeat(Math.max(0, 40 - digits.length()))).append(digits).append('|');
      } else {
        texts.append(value).append('|');
      }
    }
    return texts.append(numbers).toString();
  }

  int rowCount() {
    return rows.size();
  }

  /** The same for the same rows, and hardly ever for others. */
  String digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (List<@Nullable Object> row : rows) {
        for (Object value : row) {
          String text =
              value instanceof BigDecimal number
                  ? number.setScale(DIGEST_SCALE, RoundingMode.HALF_UP).toPlainString()
                  : String.valueOf(value);
          digest.update((text + "|").getBytes(StandardCharsets.UTF_8));
        }
      }
      return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where this is another answer than that one, in words; empty when both are equal. */
  Optional<String> differenceTo(Answer other) {
    if (rows.size() != other.rows.size()) {
      return Optional.of(rows.size() + " rows against " + other.rows.size());
    }
    for (int i = 0; i < rows.size(); i++) {
      List<@Nullable Object> ours = rows.get(i);
      List<@Nullable Object> theirs = other.rows.get(i);
      boolean equal = ours.size() == theirs.size();
      for (int j = 0; equal && j < ours.size(); j++) {
        equal = same(ours.get(j), theirs.get(j));
      }
      if (!equal) {
        return Optional.of("row " + ours + " against " + theirs);
      }
    }
    return Optional.empty();
  }

  /** Systems divide decimals to different numbers of digits. */
  private static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a instanceof BigDecimal first && b instanceof BigDecimal second) {
      BigDecimal size = first.abs().max(BigDecimal.ONE);
      return first.subtract(second).abs().compareTo(size.multiply(TOLERANCE)) <= 0;
    }
    return String.valueOf(a).equals(String.valueOf(b));
  }
}
