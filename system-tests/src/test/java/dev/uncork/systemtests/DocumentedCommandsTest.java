package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README and guide tell to type works as it stands there, in a folder with a blank. */
@DefaultTier
class DocumentedCommandsTest {
  private static final Path HOME = Path.of(System.getProperty("uncork.home"));
  private static final Path ROOT = HOME.resolve("../../..").normalize();

  /**
   * One takes ten minutes, the other refuses to predict where other processes use the cores;
   * TuneTest and PredictTest test the like.
   */
  private static final Set<String> NOT_HERE = Set.of("6-tune.md", "7-more-cores.md");

  @TempDir private Path scratch;

  @Test
  void thoseOfTheReadmeBeginWithTheArchive() throws Exception {
    Path folder = Files.createDirectory(scratch.resolve("an empty folder"));
    Path archive;
    try (Stream<Path> built = Files.list(HOME.getParent())) {
      String processor = System.getProperty("os.arch").replace("amd64", "x86_64");
      archive =
          built
              .filter(file -> file.toString().endsWith("-linux-" + processor + ".tar.gz"))
              .findFirst()
              .orElseThrow();
    }
    Files.createSymbolicLink(folder.resolve(archive.getFileName()), archive);

    assertRun(folder, List.of(ROOT.resolve("README.md")));
  }

  @Test
  void thoseOfTheGuideFollowEachOther() throws Exception {
    Path folder = Files.createDirectory(scratch.resolve("the guide"));
    Files.createSymbolicLink(folder.resolve("uncork"), HOME);
    Path guide = ROOT.resolve("docs/guide");
    List<Path> pages;
    try (Stream<Path> files = Files.list(guide)) {
      pages =
          files
              .filter(file -> file.getFileName().toString().matches("[1-9]-.+\\.md"))
              .filter(file -> !NOT_HERE.contains(file.getFileName().toString()))
              .sorted()
              .toList();
    }

    assertRun(folder, pages);

    assertThat(folder.resolve("first.html")).isNotEmptyFile();
    assertThat(folder.resolve("diff.html")).isNotEmptyFile();
    assertThat(folder.resolve("waits.html")).isNotEmptyFile();
  }

  private void assertRun(Path folder, List<Path> pages) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ROOT.resolve("build-support/try-commands").toString());
    pages.forEach(page -> command.add(page.toString()));
    Path output = scratch.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Path java = Path.of(Jdk.of(17).java()).getParent();
    builder
        .environment()
        .put("PATH", java + ":" + folder.resolve("uncork/bin") + ":" + System.getenv("PATH"));
    // What is made in the background would still be written while the folder is deleted.
    builder.environment().put("UNCORK_SHARE_CLASSES", "off");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(300, TimeUnit.SECONDS)).as("ended").isTrue();
      assertThat(process.exitValue()).describedAs(Files.readString(output)).isZero();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
