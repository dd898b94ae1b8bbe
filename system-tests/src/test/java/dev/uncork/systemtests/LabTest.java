package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The lab's guests, and what only such a kernel shows. They take minutes, so that guests are booted
 * only if UNCORK_LAB=1 asks for it, where their kernel was built (lab/build-kernel, 10 CPU
 * minutes).
 */
@DefaultTier
class LabTest {
  private static final Path ROOT =
      Path.of(System.getProperty("uncork.home")).resolve("../../..").normalize();
  private static final long GUEST_SECONDS = 1800;

  private static Uncork.Outcome lab(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("lab/run").toString()));
    command.addAll(List.of(arguments));
    return Uncork.without(command.toArray(String[]::new)).start().await(GUEST_SECONDS);
  }

  private static Uncork.Outcome guest(String... command) throws Exception {
    Assumptions.assumeTrue(
        "1".equals(System.getenv("UNCORK_LAB")), "a guest takes minutes: set UNCORK_LAB=1");
    Assumptions.assumeTrue(kernel().isPresent(), "no kernel of the lab here: run lab/build-kernel");
    List<String> words =
        new ArrayList<>(
            List.of("--profile", "slice", "--deterministic", "--timeout", "1700", "--"));
    words.addAll(List.of(command));
    return lab(words.toArray(String[]::new));
  }

  private static Optional<Path> kernel() throws IOException {
    String home = System.getenv().getOrDefault("HOME", "/");
    String caches = System.getenv().getOrDefault("XDG_CACHE_HOME", home + "/.cache");
    Path cache = Path.of(System.getenv().getOrDefault("UNCORK_LAB_CACHE", caches + "/uncork-lab"));
    if (!Files.isDirectory(cache)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(f -> f.getFileName().toString().startsWith("vmlinux-slice-")).findFirst();
    }
  }

  @Test
  void whatCannotBeRunIsSaidAndNothingIsRun() throws Exception {
    Uncork.Outcome unknown = lab("--profile", "mainframe", "--", "true");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("'mainframe'").contains("slice").contains("numa2");
    Uncork.Outcome nothing = lab("--profile", "slice");
    assertThat(nothing.exitCode()).isEqualTo(2);
    assertThat(nothing.err()).contains("no command");
    Uncork.Outcome count = lab("--profile", "slice", "--cpus", "many", "--", "true");
    assertThat(count.exitCode()).isEqualTo(2);
    assertThat(count.err()).contains("'many'").contains("whole number");
  }

  @Test
  void aGuestRunsACommandAndEndsWithItsExitCode() throws Exception {
    Uncork.Outcome outcome = guest("sh", "-c", "uname -r; echo seen >&2; exit 7");
    assertThat(outcome.out().strip()).endsWith("-slice");
    assertThat(outcome.err()).contains("seen");
    assertThat(outcome.exitCode()).isEqualTo(7);
  }

  @Test
  void noRequestIsLeftWhereTheKernelExtendsSlices() throws Exception {
    Uncork.Outcome outcome =
        guest(
            Jdk.of(17).java(),
            "-XX:+UseSerialGC",
            "-Duncork.home=" + System.getProperty("uncork.home"),
            "-cp",
            System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path", "")),
            NoPreemptInGuest.class.getName(),
            "17");
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.out()).containsPattern("[1-9]\\d* slices extended");
  }

  @Test
  void theKernelGrantsAndTheNativeLibraryGivesBack() throws Exception {
    Path tests = ROOT.resolve("collector/target/cmake-x86_64/test/uncork-tests");
    Assumptions.assumeTrue(
        Files.isExecutable(tests), "no C++ tests built: " + tests + "; ./test builds them");
    Uncork.Outcome outcome = guest(tests.toString(), "--gtest_filter=Slice.*");
    assertThat(outcome.exitCode()).as(outcome.out()).isZero();
    assertThat(outcome.out())
        .contains("[       OK ] Slice.isGrantedToAThreadThatAsks")
        .contains("[       OK ] Slice.leavesNoRequestInAForkedChild")
        .doesNotContain("SKIPPED");
  }
}
