package dev.uncork.rewriting.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which classes the user wants a remedy for: names, {@code com.acme.*} for a package and all below
 * it, or {@code *} for every class of the application and those of the JDK where it is known to
 * pay.
 */
public final class ClassSelection {
  /**
   * Used by one thread at a time nearly always; each acquire and release cost more than the rest.
   */
  public static final Set<String> JDK =
      Set.of(
          "java/io/BufferedInputStream",
          "java/io/BufferedOutputStream",
          "java/io/ByteArrayInputStream",
          "java/io/ByteArrayOutputStream",
          "java/io/DataOutputStream",
          "java/io/PushbackInputStream",
          "java/util/Hashtable",
          "java/util/Stack",
          "java/util/Vector");

  private final boolean everything;
  private final Set<String> names;
  private final List<String> prefixes;

  private ClassSelection(boolean everything, Set<String> names, List<String> prefixes) {
    this.everything = everything;
    this.names = names;
    this.prefixes = prefixes;
  }

  /**
   * Reads a selection.
   *
   * @param text names and patterns, separated by semicolons
   */
  public static ClassSelection of(String text) {
    boolean everything = false;
    List<String> names = new ArrayList<>();
    List<String> prefixes = new ArrayList<>();
    for (String part : text.split(";")) {
      String name = part.trim().replace('.', '/');
      if (name.equals("*")) {
        everything = true;
      } else if (name.endsWith("/*")) {
        prefixes.add(name.substring(0, name.length() - 1));
      } else if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return new ClassSelection(everything, Set.copyOf(names), List.copyOf(prefixes));
  }

  /**
   * The first part of a selection that can't be meant: a pattern of another kind than {@code
   * com.acme.*}, which would be the name of no class.
   */
  public static Optional<String> misread(String text) {
    return Stream.of(text.split(";"))
        .map(String::trim)
        .filter(part -> !part.equals("*") && part.replaceFirst("\\.\\*$", "").contains("*"))
        .findFirst();
  }

  /** Whether every class of the application was selected. */
  public boolean everything() {
    return everything;
  }

  /** The classes selected by their own names, as internal names. */
  public Set<String> names() {
    return names;
  }

  /**
   * Whether a class was selected.
   *
   * @param ofJdk whether it belongs to the JDK
   */
  public boolean contains(String internalName, boolean ofJdk) {
    if (names.contains(internalName)) {
      return true;
    }
    if (ofJdk) {
      return everything && JDK.contains(internalName);
    }
    return everything || prefixes.stream().anyMatch(internalName::startsWith);
  }
}
