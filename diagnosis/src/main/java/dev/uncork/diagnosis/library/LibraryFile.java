package dev.uncork.diagnosis.library;

import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.LibraryWait;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What one file says: the methods of a library in which threads wait, and the settings that decide
 * on it.
 *
 * @param id the file's name without its ending
 * @param packages prefixes of the names of its classes; none for the JDK
 * @param uses ids of libraries that wait on its behalf
 */
record LibraryFile(String id, List<String> packages, List<String> uses, List<Entry> entries) {
  private static final Set<String> OF_THE_FILE = Set.of("name", "packages", "uses", "artifacts");
  private static final Set<String> OF_A_WAIT =
      Set.of("activity", "object", "setting", "default", "at", "threads");

  /** Any method of a class. */
  static final String ANY = "*";

  LibraryFile {
    packages = List.copyOf(packages);
    uses = List.copyOf(uses);
    entries = List.copyOf(entries);
  }

  /**
   * One kind of wait.
   *
   * @param key its name in the file
   * @param places where threads wait so
   * @param threads names of the threads of a pool whose size the setting decides, with {@code *}
   *     for any text
   */
  record Entry(String key, LibraryWait told, List<Place> places, List<String> threads) {
    Entry {
      places = List.copyOf(places);
      threads = List.copyOf(threads);
    }
  }

  /** A method, or with {@link #ANY} all methods, of a class. */
  record Place(String className, String method) {}

  /**
   * Reads what a file says.
   *
   * @throws IllegalArgumentException with the reason, if that makes no sense
   */
  static LibraryFile of(String id, Properties text) {
    String name = required(id, text, "name");
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (String property : new TreeSet<>(text.stringPropertyNames())) {
      int dot = property.indexOf('.');
      if (dot < 0 ? !OF_THE_FILE.contains(property) : !OF_A_WAIT.contains(after(property, dot))) {
        throw new IllegalArgumentException(id + ": unknown property " + property);
      }
      if (dot > 0) {
        entries.computeIfAbsent(property.substring(0, dot), key -> entry(id, name, key, text));
      }
    }
    return new LibraryFile(
        id,
        words(text.getProperty("packages", "")),
        words(text.getProperty("uses", "")),
        List.copyOf(entries.values()));
  }

  private static String after(String property, int dot) {
    return property.substring(dot + 1);
  }

  private static Entry entry(String id, String library, String key, Properties text) {
    LibraryWait told =
        new LibraryWait(
            library,
            activity(id, required(id, text, key + ".activity")),
            required(id, text, key + ".object"),
            text.getProperty(key + ".setting", ""),
            text.getProperty(key + ".default", ""));
    List<Place> places =
        words(text.getProperty(key + ".at", "")).stream()
            .flatMap(word -> places(id, word))
            .toList();
    List<String> threads = split(text.getProperty(key + ".threads", ""), ",");
    return new Entry(key, told, places, threads);
  }

  private static Stream<Place> places(String id, String word) {
    int comma = word.indexOf(',');
    int dot = word.lastIndexOf('.', comma < 0 ? word.length() : comma);
    if (dot <= 0 || dot == word.length() - 1) {
      throw new IllegalArgumentException(id + ": not a class and its methods: " + word);
    }
    String className = word.substring(0, dot);
    return split(word.substring(dot + 1), ",").stream().map(m -> new Place(className, m));
  }

  private static Activity activity(String id, String label) {
    return Arrays.stream(Activity.values())
        .filter(activity -> activity.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(id + ": no activity: " + label));
  }

  private static String required(String id, Properties text, String property) {
    String value = text.getProperty(property, "").strip();
    if (value.isEmpty()) {
      throw new IllegalArgumentException(id + ": no " + property);
    }
    return value;
  }

  private static List<String> words(String text) {
    return split(text, "\\s+");
  }

  private static List<String> split(String text, String separator) {
    return Arrays.stream(text.split(separator))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }
}
