package dev.uncork.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.Checkout;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No word of the protocol is written as a literal outside of this module. */
class LiteralsTest {
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)+)\"");

  /** Main code of others in Java and C++, and the launcher. */
  private static final Pattern SOURCE =
      Pattern.compile(
          "^(?!protocol/).*/src/main/.*\\.java$|^collector/src/.*\\.(cpp|h)$|/launcher/\\w+$");

  /** A field of an event as readers ask for it. */
  private static final Pattern FIELD =
      Pattern.compile("(?:\\(\\s*event,\\s*|\\bevent\\.get\\w+\\(\\s*)\"(\\w+)\"");

  /** Parts of literals that only the protocol can mean. */
  private static final Pattern OURS =
      Pattern.compile(
          "uncork-agent(-core)?\\\\*\\.jar|uncork-boot\\.jar|\\.uncork-session-|remedies-off");

  /** Plain words mean other things too: they count only where agents are spoken to. */
  private static final Pattern COMMON = Pattern.compile("[a-z]+");

  private static final List<String> SPEAKERS =
      List.of(
          "dev/uncork/agent/",
          "dev/uncork/recording/",
          "dev/uncork/cli/attach/",
          "dev/uncork/cli/continuous/",
          "dev/uncork/cli/live/",
          "dev/uncork/cli/session/",
          "dev/uncork/spark/attach/",
          "dev/uncork/spark/locks/",
          "dev/uncork/spark/profile/");

  /** The JDK's events have these fields too. */
  private static final Set<String> FIELDS_OF_JDK = Set.of("method", "name", "pid");

  /** Words that mean something else in a file. */
  private static final Map<String, Set<String>> OTHERWISE =
      Map.ofEntries(
          Map.entry("UncorkAgent.java", Set.of("stop", "unlock", "relock")), // methods of AgentCore
          Map.entry("AgentSession.java", Set.of("session")),
          Map.entry("MetricsOtlp.java", Set.of("uncork.")),
          Map.entry("ProcFiles.java", Set.of("status")),
          Map.entry("ProcessCounters.java", Set.of("status")),
          Map.entry("BailoutCounter.java", Set.of("attach")),
          Map.entry("LockCalls.java", Set.of("unlock", "lock")),
          Map.entry("FieldUses.java", Set.of("lock")),
          Map.entry("ThreadContainers.java", Set.of("threads")), // a method of the JDK
          Map.entry("LockTaking.java", Set.of("lock")),
          Map.entry("MethodSections.java", Set.of("lock")),
          Map.entry("RequestRewriter.java", Set.of("unlock")),
          Map.entry("SectionRewriter.java", Set.of("unlock")),
          Map.entry("early_classes.cpp", Set.of("/uncork-boot.jar")));

  @Test
  void standOnlyHere() throws Exception {
    Set<String> words = words();
    assertThat(words).contains("lease", "status.new", "counter-adder", "remedies-off.done");
    Set<String> fields = constants(EventField.class);
    List<String> found = new ArrayList<>();
    for (Path file : Checkout.files(SOURCE)) {
      String name = Checkout.name(file);
      Set<String> allowed = OTHERWISE.getOrDefault(file.getFileName().toString(), Set.of());
      boolean speaks = SPEAKERS.stream().anyMatch(name::contains);
      String text = Checkout.read(file);
      Matcher literals = LITERAL.matcher(text);
      while (literals.find()) {
        String literal = literals.group(1);
        boolean counts = words.contains(literal) && (speaks || !COMMON.matcher(literal).matches());
        if ((counts || OURS.matcher(literal).find()) && !allowed.contains(literal)) {
          found.add(at(name, text, literals));
        }
      }
      Matcher reads = FIELD.matcher(text);
      while (reads.find()) {
        if (fields.contains(reads.group(1)) && !FIELDS_OF_JDK.contains(reads.group(1))) {
          found.add(at(name, text, reads));
        }
      }
    }
    assertThat(found).as("literals that are declared in module protocol").isEmpty();
  }

  private static String at(String name, String text, Matcher matcher) {
    long line = text.substring(0, matcher.start(1)).lines().count();
    return name + ":" + line + ": \"" + matcher.group(1) + "\"";
  }

  /** All words of the protocol but the fields of events. */
  private static Set<String> words() throws Exception {
    Set<String> words = new TreeSet<>();
    Path classes =
        Path.of(AgentOption.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        String name = classes.relativize(file).toString().replace('/', '.');
        Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()));
        if (type != EventField.class) {
          words.addAll(constants(type));
          words.addAll(labels(type));
          words.addAll(fileNames(type));
        }
      }
    }
    AgentOption.ALL.forEach(option -> words.add(option.label()));
    words.removeIf(word -> !word.matches(".*[a-z].*"));
    return words;
  }

  private static Set<String> constants(Class<?> type) throws IllegalAccessException {
    Set<String> values = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
        field.setAccessible(true);
        values.add((String) field.get(null));
      }
    }
    return values;
  }

  private static Set<String> labels(Class<?> type) throws ReflectiveOperationException {
    Set<String> labels = new TreeSet<>();
    if (type.isEnum() && Stream.of(type.getMethods()).anyMatch(m -> m.getName().equals("label"))) {
      for (Object constant : type.getEnumConstants()) {
        labels.add((String) type.getMethod("label").invoke(constant));
      }
    }
    return labels;
  }

  /** What the methods of a record of one directory call its files. */
  private static Set<String> fileNames(Class<?> type) throws ReflectiveOperationException {
    Set<String> names = new TreeSet<>();
    if (type.isRecord() && type.getRecordComponents()[0].getType() == Path.class) {
      Object files = type.getDeclaredConstructor(Path.class).newInstance(Path.of("directory"));
      for (Method method : type.getDeclaredMethods()) {
        if (method.getReturnType() == Path.class && method.getParameterCount() == 0) {
          names.add(((Path) method.invoke(files)).getFileName().toString());
        }
      }
      names.remove("directory");
    }
    return names;
  }
}
