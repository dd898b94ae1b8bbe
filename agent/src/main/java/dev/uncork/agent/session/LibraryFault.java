package dev.uncork.agent.session;

import dev.uncork.protocol.AgentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Why there is no native library in this JVM, with what helps to see the cause, in one line. */
final class LibraryFault {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private LibraryFault() {}

  static String missing(AgentFiles files) {
    List<String> platforms = files.platforms();
    return "no native library for "
        + AgentFiles.platform()
        + " in "
        + files.lib()
        + "; there: "
        + (platforms.isEmpty() ? "none" : String.join(", ", platforms));
  }

  static String unloadable(String reason) {
    try (Stream<String> maps = Files.lines(MAPS)) {
      return reason + " (C library: " + cLibrary(maps) + ")";
    } catch (IOException | RuntimeException e) {
      return reason;
    }
  }

  /**
   * The C library among the files that a process has mapped; lines as in {@code /proc/PID/maps}.
   */
  static String cLibrary(Stream<String> maps) {
    return maps.map(line -> line.substring(line.lastIndexOf('/') + 1))
        .filter(name -> name.matches("libc[.-].*so.*|ld-musl-.*"))
        .findFirst()
        .map(name -> name.contains("musl") ? "musl, " + name : "glibc, " + name)
        .orElse("unknown");
  }
}
