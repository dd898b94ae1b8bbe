package dev.uncork.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rules for the main sources of all modules, which are read as text. */
final class SourceTest {
  private static final Pattern SOURCE = Pattern.compile("src/main/java/(.+)/(\\w+)\\.java$");
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?(dev\\.uncork(?:\\.[a-z]\\w*)+)", Pattern.MULTILINE);
  private static final int MOST_FILES = 25;

  /** The library is one package for its users; what they don't see can't leave it unless public. */
  private static final Set<String> MAY_BE_LARGER = Set.of("dev.uncork.concurrent");

  /** Files that may name classes: sources of all kinds, scripts and guides. */
  private static final Pattern NAMING =
      Pattern.compile(
          "^(?!docs/results/)(?!.*src/test/resources/)"
              + "(.*\\.(java|cpp|h|xml|md|sh)|(bench\\.d|lab|build-support)/[\\w-]+|\\w+)$");

  private static final Pattern GUIDE = Pattern.compile("\\.md$");

  private static final Pattern CLASS_FILE = Pattern.compile("/(dev/uncork/.*)\\.java$");
  private static final Pattern NAMED =
      Pattern.compile("dev[./]uncork(?:[./][a-z0-9]+)+[./][A-Z]\\w+");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)[^)]*\\)");

  /** That tests make, or name in what they make up. */
  private static final Set<String> MADE_UP =
      Set.of(
          "dev/uncork/agent/child/Unhookable",
          "dev/uncork/rewriting/lock/Tight",
          "dev/uncork/workloads/checker/Main");

  private final List<Source> sources = Checkout.files(SOURCE).stream().map(Source::of).toList();

  private record Source(String packageName, String name, Set<String> imports) {
    static Source of(Path file) {
      Matcher name = SOURCE.matcher(Checkout.name(file));
      if (!name.find()) {
        throw new IllegalArgumentException(file + " is no source");
      }
      return new Source(
          name.group(1).replace('/', '.'),
          name.group(2),
          IMPORT
              .matcher(Checkout.read(file))
              .results()
              .map(found -> found.group(1))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
  }

  @Test
  void packagesAreFreeOfCycles() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (Source source : sources) {
      Set<String> used = uses.computeIfAbsent(source.packageName(), name -> new TreeSet<>());
      used.addAll(source.imports());
      used.remove(source.packageName());
    }
    boolean fewer = true;
    while (fewer) {
      Set<String> left = new HashSet<>(uses.keySet());
      uses.values().forEach(used -> used.retainAll(left));
      fewer = uses.values().removeIf(Set::isEmpty);
    }
    assertThat(uses).as("packages that use each other in a circle").isEmpty();
  }

  @Test
  void packagesAreSmall() {
    Map<String, Long> large =
        sources.stream().collect(Collectors.groupingBy(Source::packageName, Collectors.counting()));
    large.keySet().removeAll(MAY_BE_LARGER);
    large.values().removeIf(files -> files <= MOST_FILES);
    assertThat(large).as("packages of more than " + MOST_FILES + " files").isEmpty();
  }

  @Test
  void aNameMeansOneThing() {
    Map<String, List<String>> packages =
        sources.stream()
            .collect(
                Collectors.groupingBy(
                    Source::name,
                    TreeMap::new,
                    Collectors.mapping(Source::packageName, Collectors.toList())));
    packages.values().removeIf(where -> where.size() == 1);
    assertThat(packages).as("names that several packages have").isEmpty();
  }

  /** ASM's own way takes too little room in classes without stack map frames. */
  @Test
  void onlyOneWriterHasStacksMeasured() {
    List<String> others =
        Checkout.files(SOURCE).stream()
            .filter(file -> Checkout.read(file).contains("COMPUTE_MAXS"))
            .map(Checkout::name)
            .filter(name -> !name.startsWith("test-support/")) // makes classes of its own
            .filter(name -> !name.endsWith("/CodeWriter.java"))
            .toList();
    assertThat(others).as("other users of ASM's COMPUTE_MAXS").isEmpty();
  }

  /** Such as main classes in scripts, and classes of the JVM's native side. */
  @Test
  void everyClassThatIsNamedInFullExists() {
    Set<String> classes = new HashSet<>();
    Map<String, String> named = new TreeMap<>();
    for (Path file : Checkout.files(NAMING)) {
      String path = Checkout.name(file);
      Matcher own = CLASS_FILE.matcher(path);
      if (own.find()) {
        classes.add(own.group(1));
      }
      NAMED
          .matcher(Checkout.read(file))
          .results()
          .forEach(found -> named.put(found.group().replace('.', '/'), path));
    }
    named.keySet().removeAll(classes);
    named.keySet().removeAll(MADE_UP);
    assertThat(named).as("classes that are named but not there, and where").isEmpty();
  }

  @Test
  void everyLinkBetweenGuidesLeadsSomewhere() {
    Set<String> lost = new TreeSet<>();
    for (Path file : Checkout.files(GUIDE)) {
      LINK.matcher(Checkout.read(file))
          .results()
          .map(found -> found.group(1))
          .filter(link -> !link.contains("://"))
          .filter(link -> !Files.exists(file.resolveSibling(link)))
          .forEach(link -> lost.add(Checkout.name(file) + " -> " + link));
    }
    assertThat(lost).as("links to nothing").isEmpty();
  }
}
