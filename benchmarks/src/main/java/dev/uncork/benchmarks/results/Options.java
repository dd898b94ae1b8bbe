package dev.uncork.benchmarks.results;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The command line of a benchmark: options with a value, flags, and words if it takes any.
 *
 * <p>What makes no sense ends the program with one line and exit code 2, before anything is
 * measured.
 */
public final class Options {
  private final Map<String, Consumer<String>> valued = new LinkedHashMap<>();
  private final Map<String, Runnable> flags = new LinkedHashMap<>();
  private Consumer<String> words = this::unknown;

  /**
   * An option with a value.
   *
   * @param taker gets the value; may throw an {@code IllegalArgumentException} that says what was
   *     expected
   */
  public Options with(String name, Consumer<String> taker) {
    valued.put(name, taker);
    return this;
  }

  public Options flag(String name, Runnable taker) {
    flags.put(name, taker);
    return this;
  }

  /** What gets arguments that aren't options; they make no sense without it. */
  public Options words(Consumer<String> taker) {
    words = taker;
    return this;
  }

  /** An option for each key, whose value replaces the one there. */
  public Options values(Map<String, String> values) {
    values.keySet().forEach(name -> with(name, value -> values.put(name, value)));
    return this;
  }

  /** Takes words such as {@code 17=/path/to/jdk}: what a JDK is called, and its home. */
  public Options jdks(Map<String, Path> homes) {
    return words(
        word -> {
          int equals = word.indexOf('=');
          if (equals < 1) {
            throw new IllegalArgumentException(
                "expected some of " + names() + ", or NAME=JAVA_HOME, as in 17=/path/to/jdk");
          }
          homes.put(word.substring(0, equals), Path.of(word.substring(equals + 1)));
        });
  }

  /** Reads the arguments from one on. */
  public void read(String[] args, int first) {
    int i = first;
    while (i < args.length) {
      String name = args[i++];
      Runnable flag = flags.get(name);
      Consumer<String> taker = valued.get(name);
      if (flag != null) {
        flag.run();
      } else if (taker == null) {
        take("argument", name, words);
      } else if (i == args.length) {
        refuse(name + ": its value is missing");
      } else {
        take(name, args[i++], taker);
      }
    }
  }

  private static void take(String name, String value, Consumer<String> taker) {
    try {
      taker.accept(value);
    } catch (NumberFormatException e) {
      refuse(name + " '" + value + "': expected a number");
    } catch (IllegalArgumentException e) {
      refuse(name + " '" + value + "': " + e.getMessage());
    }
  }

  private void unknown(String word) {
    throw new IllegalArgumentException("expected some of " + names());
  }

  private String names() {
    TreeSet<String> names = new TreeSet<>(valued.keySet());
    names.addAll(flags.keySet());
    return String.join(", ", names);
  }

  /** The Spark installation that {@code --spark} names where it isn't given; may be empty. */
  public static String sparkOfEnvironment() {
    return System.getenv().getOrDefault("SPARK_HOME", "");
  }

  /** The installation that {@code --spark} names; ends the program where there is none. */
  public static Path sparkHome(String named) {
    if (!Path.of(named, "jars").toFile().isDirectory()) {
      refuse(
          "--spark '"
              + named
              + "' has no folder jars; name a Spark 4 installation, 4.2 or newer on JDK 25");
    }
    return Path.of(named).toAbsolutePath();
  }

  /** Ends the program for an input that makes no sense. */
  public static void refuse(String message) {
    System.err.println("bench: " + message);
    System.exit(2);
  }
}
