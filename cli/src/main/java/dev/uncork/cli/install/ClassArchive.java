package dev.uncork.cli.install;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The archive of our own classes, with which the command line starts in half the time. The launcher
 * uses the one of its JDK, or says in {@code uncork.archive} where there should be one.
 */
public final class ClassArchive {
  /** "now" waits for the archive, as for the image of a container; "off" has none made. */
  private static final String WHEN = "UNCORK_SHARE_CLASSES";

  private ClassArchive() {}

  /**
   * Has a missing one made, in the background: called at the end of a command, when nothing is
   * measured any more. Whatever fails only leaves later commands as slow as this one.
   */
  public static void makeIfMissing() {
    String archive = System.getProperty("uncork.archive", "");
    String home = System.getProperty("uncork.home", "");
    Path script = Path.of(home, "lib", "share-classes");
    String when = System.getenv().getOrDefault(WHEN, "");
    if (archive.isEmpty() || when.equals("off") || !Files.isExecutable(script)) {
      return;
    }
    boolean now = when.equals("now");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    File nowhere = new File("/dev/null");
    List<String> command = new ArrayList<>(List.of(script.toString(), home, java, archive));
    if (!now) {
      command.addAll(0, List.of("nice", "-n", "19"));
    }
    try {
      Process making =
          new ProcessBuilder(command)
              .directory(new File("/"))
              .redirectInput(nowhere)
              .redirectOutput(nowhere)
              .redirectError(nowhere)
              .start();
      if (now) {
        making.waitFor();
      }
    } catch (IOException e) {
      // No bash, no nice, no fork: see above.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
