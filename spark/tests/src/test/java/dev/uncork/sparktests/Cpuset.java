package dev.uncork.sparktests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** A control group of the kernel whose processes may use some of the machine's CPUs only. */
record Cpuset(Path directory) implements AutoCloseable {
  private static final Path FIRST_VERSION = Path.of("/sys/fs/cgroup/cpuset");
  private static final Path SECOND_VERSION = Path.of("/sys/fs/cgroup");

  /** A new one; the test is skipped where this user can make none. */
  static Cpuset create() throws IOException {
    Optional<Path> parent = parent();
    Assumptions.assumeTrue(
        parent.isPresent() && Files.isWritable(parent.get().resolve("cgroup.procs")),
        "needs the right to make a control group with the controller cpuset (root)");
    Path directory =
        Files.createDirectory(parent.get().resolve("uncork-" + ProcessHandle.current().pid()));
    if (parent.get().equals(FIRST_VERSION)) { // nobody gets in before it has memory
      Files.writeString(
          directory.resolve("cpuset.mems"), Files.readString(parent.get().resolve("cpuset.mems")));
    }
    return new Cpuset(directory);
  }

  private static Optional<Path> parent() throws IOException {
    if (Files.exists(FIRST_VERSION.resolve("cpuset.cpus"))) {
      return Optional.of(FIRST_VERSION);
    }
    Path controllers = SECOND_VERSION.resolve("cgroup.subtree_control");
    return Files.exists(controllers) && Files.readString(controllers).contains("cpuset")
        ? Optional.of(SECOND_VERSION)
        : Optional.empty();
  }

  /** What its processes may use from now on. */
  void allow(String cpus) throws IOException {
    Files.writeString(directory.resolve("cpuset.cpus"), cpus);
  }

  /** A command that runs another one in it. */
  List<String> wrapper() {
    return List.of("sh", "-c", "echo $$ >" + directory + "/cgroup.procs && exec \"$@\"", "sh");
  }

  /** Removes it once its processes have ended. */
  @Override
  public void close() throws Exception {
    SparkRun.awaitTrue(
        "no process is in " + directory,
        () -> Files.readString(directory.resolve("cgroup.procs")).isBlank());
    Files.delete(directory);
  }
}
