package dev.uncork.cli.doctor;

import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.ChildEnvironment;
import dev.uncork.cli.launch.JavaHome;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.report.words.ProbeResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** All of doctor's probes, in the order of their report: the machine, the JDKs, the collector. */
public final class Checkup {
  private static final long SCARCE_BYTES = 1L << 30;

  private final MachineProbes machine;
  private final Installation installation;

  public Checkup(Installation installation) {
    this.installation = installation;
    this.machine =
        new MachineProbes(
            new KernelFiles(Path.of("/")), Runtime.getRuntime().availableProcessors());
  }

  /** Makes every probe and hands on each finding as soon as it is there. */
  public void perform(Consumer<ProbeResult> findings) throws IOException {
    Map<String, String> environment = ChildEnvironment.view();
    findings.accept(machine.kernel());
    findings.accept(machine.cpus());
    findings.accept(machine.numa());
    findings.accept(machine.hardwareCounters());
    findings.accept(machine.clock());
    findings.accept(machine.preemption());
    findings.accept(disk());
    findings.accept(machine.attachRights(isRoot()));
    findings.accept(machine.perfMap(onPath("perf", environment)));
    Path scratch = Files.createTempDirectory("uncork-doctor-");
    try {
      CollectorProbe collector = new CollectorProbe(installation, scratch);
      List<JavaHome> jdks = InstalledJdks.find(environment, Path.of("/usr/lib/jvm"));
      for (JavaHome java : jdks) {
        findings.accept(ProbeResult.ok("JDK", java.version() + " in " + java.directory()));
        findings.accept(collector.run(java));
        if (java.major() >= JavaHome.OLDEST_MAJOR && !java.openJ9()) {
          findings.accept(collector.attach(java));
        }
      }
    } finally {
      SessionDirectory.deleteTree(scratch);
    }
  }

  private static ProbeResult disk() {
    long freeBytes = new File("").getAbsoluteFile().getUsableSpace();
    String free = String.format("%.1f GiB free in this directory", freeBytes / (double) (1 << 30));
    return freeBytes < SCARCE_BYTES
        ? ProbeResult.limited(
            "disk", free, "record elsewhere (--out); a recording ends at 64 MiB free")
        : ProbeResult.ok("disk", free);
  }

  private static boolean isRoot() throws IOException {
    return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
  }

  private static boolean onPath(String program, Map<String, String> environment) {
    for (String directory : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(directory, program))) {
        return true;
      }
    }
    return false;
  }
}
