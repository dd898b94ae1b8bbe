package dev.uncork.benchmarks.sparkjobs;

import dev.uncork.benchmarks.command.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A {@code JAVA_HOME} that holds each of Spark's executors to half a core, by a control group of
 * its own.
 */
final class HeldJava {
  /** A compiler that doesn't need the driver's core for minutes. */
  static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final Path GROUPS = Path.of("/sys/fs/cgroup/cpu");
  private static final String SCRIPT =
      """
      #!/bin/sh
      executor=0
      before=
      for word; do
        [ "$before" = --executor-id ] && executor=$word
        before=$word
      done
      group=%s/uncork-executor-$executor
      mkdir -p $group
      echo 10000 >$group/cpu.cfs_period_us
      echo 5000 >$group/cpu.cfs_quota_us
      echo $$ >$group/cgroup.procs
      exec '%s/bin/java' "$@"
      """;

  private HeldJava() {}

  /** Writes it into a folder. */
  static Path home(Path folder) throws IOException {
    if (!Files.isWritable(GROUPS)) {
      throw new Refusal(
          GROUPS
              + " can't be written, and executors share the cores without it: run this as root"
              + " where there is version 1 of control groups, or choose other jobs with --only");
    }
    Path home = folder.resolve("held-java");
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, String.format(SCRIPT, GROUPS, System.getProperty("java.home")));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }
}
