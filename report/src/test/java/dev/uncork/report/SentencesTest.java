package dev.uncork.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.Checkout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * English is no interface: no code decides by reading a sentence, and what diagnoses knows none.
 * What a finding, a note or a reason is, its type says; its words are in {@code report.words}.
 */
class SentencesTest {
  /** What users run; benchmarks and workloads read what programs print. */
  private static final List<String> PRODUCT =
      List.of(
          "agent",
          "boot",
          "cli",
          "concurrent",
          "diagnosis",
          "protocol",
          "recording",
          "report",
          "rewriting",
          "scaling",
          "spark/ledger",
          "spark/plugin",
          "spark/transport");

  private static final List<String> WORDLESS = List.of("diagnosis", "recording");

  private static final String LITERAL = "\"((?:[^\"\\\\\n]|\\\\.)*)\"";

  /** A literal with a blank in it, alone or as a constant of its file. */
  private static final Pattern READ =
      Pattern.compile(
          "\\.(?:contains|startsWith|endsWith|equals|equalsIgnoreCase|matches|indexOf|lastIndexOf)"
              + "\\(\\s*(?:"
              + LITERAL
              + "|([A-Z][A-Z_0-9]+)\\b)");

  private static final Pattern CONSTANT =
      Pattern.compile("static final String ([A-Z][A-Z_0-9]+)\\s*=\\s*" + LITERAL);

  /** Files that read what others wrote, and whose words that are. */
  private static final Map<String, String> FOREIGN =
      Map.ofEntries(
          Map.entry("ProcessSummary.java", "names of HotSpot's threads"),
          Map.entry("HeapTable.java", "values of a field of JFR's"),
          Map.entry("Frame.java", "stacks as the JDK prints them"),
          Map.entry("WrongUsage.java", "which line of a command's help is an example"),
          Map.entry("ThreadDump.java", "thread dumps as HotSpot prints them"),
          Map.entry("LiveAgent.java", "HotSpot's refusal to load an agent"),
          Map.entry("SelfAttach.java", "HotSpot's refusal to load an agent"),
          Map.entry("SparkRuns.java", "Spark's log"),
          Map.entry("DriverGaps.java", "descriptions of Spark's jobs"),
          Map.entry("UserFrames.java", "descriptions of Spark's jobs"),
          Map.entry("RepeatedScans.java", "operators as Spark's plans print them"),
          Map.entry("TaskCountRules.java", "names of operators in Spark's plans"),
          Map.entry("TinyTasksRule.java", "names of operators in Spark's plans"),
          Map.entry("PythonTime.java", "operators as Spark's plans print them"),
          Map.entry("TaskFields.java", "failures as Java and Python print them"),
          Map.entry("TaskWaits.java", "names of Spark's threads"),
          Map.entry("DriverThreads.java", "names of Spark's threads"),
          Map.entry("ManPage.java", "the commands' help as picocli lays it out"),
          Map.entry("CompletionCommand.java", "the shell script that picocli writes"),
          Map.entry("UcxRegistration.java", "limits as the kernel prints them"),
          Map.entry("SpillDirectory.java", "the first line of a file of its own"),
          Map.entry("Main.java", "command lines in the commands' help"));

  private static final Pattern SENTENCE = Pattern.compile("[\\w']+[,:;]? [\\w']+[,:;]? [\\w']+");

  /** Text that isn't said: descriptions of events, and messages of exceptions. */
  private static final Pattern UNSAID =
      Pattern.compile(
          "@(?:Description|Label)\\((?:[^\"()]|"
              + LITERAL
              + ")*\\)"
              + "|\\bnew \\w+Exception\\((?:[^\";]|"
              + LITERAL
              + ")*;"
              + "|/\\*.*?\\*/|//[^\n]*",
          Pattern.DOTALL);

  private static final Map<String, String> EXCUSED =
      Map.of(
          "Gc.java", "causes of collections as HotSpot names them",
          "CompilationTable.java", "reasons of HotSpot's compilers, to tell them apart",
          "ThreadDump.java", "thread dumps as HotSpot prints them",
          "Change.java", "a value of a lever, as plans and state files keep it");

  @Test
  void noCodeDecidesByReadingASentence() {
    List<String> found = new ArrayList<>();
    for (Path file : sources(PRODUCT)) {
      String text = Checkout.read(file);
      Set<String> constants = new LinkedHashSet<>();
      Matcher constant = CONSTANT.matcher(text);
      while (constant.find()) {
        if (constant.group(2).strip().contains(" ")) {
          constants.add(constant.group(1));
        }
      }
      Matcher read = READ.matcher(text);
      while (read.find()) {
        boolean sentence =
            read.group(1) == null
                ? constants.contains(read.group(2))
                : read.group(1).contains(" ") && !read.group(1).isBlank();
        if (sentence && !FOREIGN.containsKey(name(file))) {
          found.add(Checkout.name(file) + ": " + read.group());
        }
      }
    }
    assertThat(found).as("decisions by text; give what is read a type").isEmpty();
  }

  @Test
  void whatDiagnosesKnowsNoSentence() {
    List<String> found = new ArrayList<>();
    Pattern literals = Pattern.compile(LITERAL);
    for (Path file : sources(WORDLESS)) {
      String text = UNSAID.matcher(Checkout.read(file)).replaceAll("");
      String joined = text.replaceAll("\"\\s*\\+\\s*\"", "");
      Matcher literal = literals.matcher(joined);
      while (literal.find()) {
        if (SENTENCE.matcher(literal.group(1)).find() && !EXCUSED.containsKey(name(file))) {
          found.add(Checkout.name(file) + ": " + literal.group());
        }
      }
    }
    assertThat(found).as("sentences; their place is report.words").isEmpty();
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static List<Path> sources(List<String> modules) {
    return Checkout.files(
        Pattern.compile("^(" + String.join("|", modules) + ")/src/main/java/.*\\.java$"));
  }
}
