package dev.uncork.benchmarks.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A description of the machine and the commit that a result was measured on. */
public final class Machine {
  /** All but these files, in git's words. */
  private static final String RESULTS = ":(exclude)docs/results";

  private Machine() {}

  /** CPUs, CPU model, memory and kernel in one line. */
  public static String description() {
    return String.format(
        "%d CPUs, %s, %d GiB, Linux %s",
        Runtime.getRuntime().availableProcessors(),
        firstValue("/proc/cpuinfo", "model name"),
        kilobytes("MemTotal") >> 20,
        System.getProperty("os.version"));
  }

  /**
   * The checked-out commit, with {@code +changes} when the work tree differs from it; results don't
   * count, which a benchmark writes after each round. Outside of a checkout, the commit that the
   * system property {@code uncork.commit} names.
   */
  public static String commit() {
    String named = System.getProperty("uncork.commit");
    if (named != null) {
      return named;
    }
    String revision = output("git", "rev-parse", "--short=12", "HEAD");
    boolean changed =
        !output("git", "status", "--porcelain", "--untracked-files=no", "--", ".", RESULTS)
            .isEmpty();
    return changed ? revision + "+changes" : revision;
  }

  /** Memory that programs can still have, in MiB; 0 where nobody tells. */
  public static long availableMegabytes() {
    return kilobytes("MemAvailable") >> 10;
  }

  private static long kilobytes(String key) {
    return Long.parseLong(firstValue("/proc/meminfo", key).replaceAll("\\D", ""));
  }

  private static String firstValue(String file, String key) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("0");
    } catch (IOException e) {
      return "0";
    }
  }

  private static String output(String... command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String text = new String(process.getInputStream().readAllBytes()).strip();
      return process.waitFor(10, TimeUnit.SECONDS) ? text : "unknown";
    } catch (IOException e) {
      return "unknown";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "unknown";
    }
  }
}
