package dev.uncork.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the commands say of committed recordings, byte for byte as approved, whatever moves behind
 * the command line. The recordings are those of programs of one cause each; how each was made
 * stands in {@code approved/README.md}.
 *
 * <p>Where a difference is meant: {@code ./test ApprovalTest -Duncork.approve=true} writes the
 * files anew, and {@code git diff} shows what to approve.
 */
@ResourceLock(Resources.SYSTEM_OUT)
@ResourceLock(Resources.SYSTEM_ERR)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class ApprovalTest {
  private static final Path APPROVED = Path.of("src", "test", "resources", "approved");
  private static final boolean APPROVING = Boolean.getBoolean("uncork.approve");

  /** What is inlined has sources of its own; only its place is approved. */
  private static final Pattern INLINED =
      Pattern.compile("(<(?:script|style)>).*?(</(?:script|style)>)", Pattern.DOTALL);

  private static final Pattern HASH = Pattern.compile("'sha256-[^']*'");

  /** Curves are drawn in the fonts of the machine. */
  private static final Pattern PICTURE = Pattern.compile("(<svg).*?(</svg>)", Pattern.DOTALL);

  private final Map<String, String> properties = new TreeMap<>();
  private final PrintStream standardOutput = System.out;
  private final PrintStream standardError = System.err;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  @TempDir private Path folder;

  @BeforeEach
  void capture() {
    PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    set("user.home", folder.toString());
  }

  @AfterEach
  void release() {
    System.setOut(standardOutput);
    System.setErr(standardError);
    properties.forEach(ApprovalTest::restore);
  }

  static Stream<String> recordings() throws IOException {
    try (Stream<Path> files = Files.list(APPROVED)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jfr.gz"))
          .map(name -> name.substring(0, name.length() - ".jfr.gz".length()))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void report(String name) throws IOException {
    Path json = folder.resolve("report.json");
    Path html = folder.resolve("report.html");

    run("report", recording(name), "--json", json.toString(), "--html", html.toString());

    same(name + ".txt", out.toString(StandardCharsets.UTF_8));
    same(name + ".json", Files.readString(json));
    same(name + ".html", ownParts(Files.readString(html)));
  }

  @Test
  void reportOnAWideTerminalWithColours() throws IOException {
    set("uncork.terminal", "out");
    set("uncork.unicode", "true");
    set("uncork.columns", "120");

    run("report", recording("monitors"));

    same("monitors-colours.txt", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void diff() throws IOException {
    Path json = folder.resolve("diff.json");
    Path html = folder.resolve("diff.html");

    run(
        "diff",
        recording("juc"),
        recording("priced"),
        "--json",
        json.toString(),
        "--html",
        html.toString());

    same("diff.txt", out.toString(StandardCharsets.UTF_8));
    same("diff.json", Files.readString(json));
    same("diff.html", ownParts(Files.readString(html)));
  }

  @Test
  void predict() throws IOException {
    Path json = folder.resolve("predict.json");
    Path html = folder.resolve("predict.html");

    run(
        "predict",
        recording("priced"),
        "--cores",
        "2..64",
        "--json",
        json.toString(),
        "--html",
        html.toString());

    same("predict.txt", out.toString(StandardCharsets.UTF_8));
    same("predict.json", Files.readString(json));
    same("predict.html", ownParts(Files.readString(html)));
  }

  private void run(String... arguments) {
    assertThat(Main.run(arguments)).as(out.toString(StandardCharsets.UTF_8)).isZero();
  }

  private String recording(String name) throws IOException {
    Path file = folder.resolve(name + ".jfr");
    try (InputStream packed =
        new GZIPInputStream(Files.newInputStream(APPROVED.resolve(name + ".jfr.gz")))) {
      Files.copy(packed, file);
    }
    return file.toString();
  }

  /** A page without what was inlined, its data in many lines. */
  private static String ownParts(String page) {
    String own = page;
    for (Pattern foreign : List.of(INLINED, PICTURE)) {
      own = foreign.matcher(own).replaceAll("$1…$2");
    }
    return HASH.matcher(own).replaceAll("'sha256-…'").replace(",\"", ",\n\"");
  }

  private void same(String name, String found) throws IOException {
    String text = found.replace(folder.toString(), "FOLDER");
    Path file = APPROVED.resolve(name);
    if (APPROVING) {
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  private void set(String property, String value) {
    properties.putIfAbsent(property, System.getProperty(property, ""));
    System.setProperty(property, value);
  }

  private static void restore(String property, String value) {
    if (value.isEmpty()) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, value);
    }
  }
}
