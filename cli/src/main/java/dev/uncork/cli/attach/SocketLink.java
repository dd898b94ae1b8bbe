package dev.uncork.cli.attach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the JDK needs to call a JVM that has the same process ids but other files.
 *
 * <p>Where process ids are the same inside and outside, the JDK takes its own {@code /tmp} for that
 * of the JVM, which is wrong for an ephemeral container of Kubernetes (JDK-8327114, which not all
 * JDKs have mended). So the file that calls the JVM is put into its {@code /tmp}, and the socket at
 * which it answers gets a name in ours.
 */
final class SocketLink implements AutoCloseable {
  private static final Path TEMPORARY = Path.of("/tmp");

  private final List<Path> made = new ArrayList<>();

  private SocketLink() {}

  /** Makes both if they are needed and can be made; else the JDK tells what it lacks. */
  static SocketLink to(long pid) {
    SocketLink link = new SocketLink();
    Path inside = Path.of("/proc", Long.toString(pid), "root").resolve("tmp");
    Path socket = TEMPORARY.resolve(".java_pid" + pid);
    try {
      if (sameProcessIds(pid)
          && Files.isDirectory(inside)
          && !Files.isSameFile(TEMPORARY, inside)
          && !Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
        link.made.add(Files.createFile(inside.resolve(".attach_pid" + pid)));
        link.made.add(Files.createSymbolicLink(socket, inside.resolve(".java_pid" + pid)));
      }
    } catch (IOException e) {
      return link;
    }
    return link;
  }

  /** The last of its ids is the one in its own namespace. */
  private static boolean sameProcessIds(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("NSpid:"))
        .allMatch(line -> line.endsWith("\t" + pid));
  }

  @Override
  public void close() throws IOException {
    for (Path file : made) {
      Files.deleteIfExists(file);
    }
  }
}
