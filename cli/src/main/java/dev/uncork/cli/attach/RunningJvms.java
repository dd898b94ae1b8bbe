package dev.uncork.cli.attach;

import dev.uncork.diagnosis.lever.JavaCommand;
import dev.uncork.protocol.SessionFiles;
import dev.uncork.report.live.RunningJvm;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The JVMs that run on this host, as {@code /proc} tells: none of them is attached to, so none
 * notices. Those of Uncork's own commands are left out.
 */
public final class RunningJvms {
  private static final long LOOK_NANOS = 200_000_000;
  private static final String OUR_MAIN = "dev.uncork.cli.Main";

  private RunningJvms() {}

  /** Looks at all processes, and a moment later again to tell how busy they are. */
  public static List<RunningJvm> now() throws IOException {
    Map<Long, String> programs = new LinkedHashMap<>();
    Map<Long, CpuReading> before = new LinkedHashMap<>();
    for (long pid : processes()) {
      program(pid)
          .ifPresent(
              name -> {
                programs.put(pid, name);
                CpuReading.of(pid).ifPresent(ticks -> before.put(pid, ticks));
              });
    }
    if (before.isEmpty()) {
      return List.of();
    }
    LockSupport.parkNanos(LOOK_NANOS);
    List<RunningJvm> jvms = new ArrayList<>();
    int ourUid = new ProcFiles(ProcessHandle.current().pid()).uid();
    for (Map.Entry<Long, CpuReading> one : before.entrySet()) {
      long pid = one.getKey();
      ProcFiles proc = new ProcFiles(pid);
      CpuReading.of(pid)
          .ifPresent(
              now ->
                  jvms.add(
                      new RunningJvm(
                          pid,
                          programs.getOrDefault(pid, "?"),
                          now.coresSince(one.getValue()),
                          now.threads(),
                          isObserved(proc),
                          ourUid != 0 && proc.uid() != ourUid)));
    }
    jvms.sort(
        Comparator.comparingDouble(RunningJvm::cores).reversed().thenComparing(RunningJvm::pid));
    return jvms;
  }

  private static List<Long> processes() throws IOException {
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path entry : entries) {
        pids.add(Long.valueOf(entry.getFileName().toString()));
      }
    }
    return pids;
  }

  /** What a JVM runs; empty for other processes, and for our own. */
  private static Optional<String> program(long pid) {
    ProcFiles proc = new ProcFiles(pid);
    try {
      Optional<String> executable = proc.link("exe");
      if (executable.isPresent() && !executable.get().endsWith("/java")) {
        return Optional.empty();
      }
      List<String> words = proc.words("cmdline");
      if (words.contains(OUR_MAIN)) {
        return Optional.empty();
      }
      return JavaCommand.of(words).map(java -> java.programName().orElse(words.get(0)));
    } catch (IOException e) {
      return Optional.empty(); // It has ended.
    }
  }

  /** Whether an agent holds files of a session open. */
  private static boolean isObserved(ProcFiles proc) {
    return proc.openFiles().stream().anyMatch(file -> file.contains("/" + SessionFiles.PREFIX));
  }
}
