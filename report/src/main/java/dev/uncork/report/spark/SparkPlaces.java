package dev.uncork.report.spark;

import dev.uncork.sparkledger.model.CallSite;
import java.util.regex.Pattern;

/** Places in programs as people are told them: with a file's name, without its folders. */
final class SparkPlaces {
  /** PySpark names a file as it was given to Python, mostly with its whole path. */
  private static final Pattern FOLDERS = Pattern.compile(" at \\S*[/\\\\]([^/\\\\\\s]+:\\d+)$");

  private SparkPlaces() {}

  static String of(CallSite site) {
    return FOLDERS.matcher(site.name()).replaceFirst(" at $1");
  }
}
