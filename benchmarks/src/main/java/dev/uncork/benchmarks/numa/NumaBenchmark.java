package dev.uncork.benchmarks.numa;

import dev.uncork.benchmarks.command.BenchCommand;
import dev.uncork.benchmarks.command.Refusal;
import dev.uncork.benchmarks.command.Spark;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.benchmarks.results.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A Spark job in guests of the lab with several NUMA nodes, without and with affinity.
 *
 * <p>Run by {@code ./bench numa}. The guests are emulated: what is measured is where threads and
 * pages are, not how fast they are.
 */
@Command(footer = {"", "In pieces: figures of other profiles and workloads are kept."})
public final class NumaBenchmark implements Callable<Integer> {
  private static final double STOPPED_SECONDS = 20; // longer ones: the guest itself was stopped

  @Mixin private Spark spark = new Spark();

  @Option(names = "--profile", paramLabel = "NAME", description = "Guests of the lab.")
  private List<String> profiles = List.of("numa2", "numa4");

  @Option(names = "--workload", paramLabel = "NAME", description = "What runs there.")
  private List<String> workloads = List.of("kmeans", "tpch");

  @Option(
      names = "--again",
      paramLabel = "OFF,ON",
      split = ",",
      description = "Only compute again, from what guests left in two directories.")
  private List<Path> left = List.of();

  private NumaBenchmark() {}

  public static void main(String[] args) {
    BenchCommand.run("numa", new NumaBenchmark(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!GuestJob.WORKLOADS.keySet().containsAll(workloads)) {
      throw new Refusal("--workload " + workloads + ": expected " + GuestJob.WORKLOADS.keySet());
    }
    if (!left.isEmpty()) {
      if (left.size() != 2 || profiles.size() != 1 || workloads.size() != 1) {
        throw new Refusal(
            "--again " + left + ": expected OFF,ON, and one --profile and --workload");
      }
      GuestJob.Run off = GuestJob.read(left.get(0), false);
      report(profiles.get(0) + "-" + workloads.get(0), off, GuestJob.read(left.get(1), true));
      return 0;
    }
    Path home = spark.home();
    for (String workload : workloads) {
      GuestJob job = new GuestJob(home, workload);
      job.makeArchives();
      for (String profile : profiles) {
        report(profile + "-" + workload, job.run(profile, false), job.run(profile, true));
      }
    }
    return 0;
  }

  private static void report(String name, GuestJob.Run off, GuestJob.Run on) throws IOException {
    Path images = Files.createDirectories(Path.of("docs/images"));
    Files.writeString(
        images.resolve(name + "-off.svg"),
        ThreadPicture.of(off.samples(), name + ", not bound: where threads of tasks ran", 0));
    Files.writeString(
        images.resolve(name + "-on.svg"),
        ThreadPicture.of(
            on.samples(), name + ", spark.uncork.numa=auto; dashed: bound", on.boundSeconds()));
    ResultFile result = new ResultFile("./bench numa", System.getProperty("java.version"));
    add(
        result,
        name + "-outside",
        on.placement().outside(),
        off.placement().outside(),
        String.format(
            Locale.ROOT,
            "samples of threads that ran on another node than their executor's most used one, of"
                + " %,d from binding until the end; not bound: of %,d; to reach: 0",
            on.placement().samples(),
            off.placement().samples()));
    add(
        result,
        name + "-node-changes",
        on.placement().nodeChanges(),
        off.placement().nodeChanges(),
        String.format(
            Locale.ROOT,
            "how often a thread of tasks was on another node than at its sample before, of %,d;"
                + " not bound: of %,d",
            on.placement().taskSamples(),
            off.placement().taskSamples()));
    add(
        result,
        name + "-local-pages",
        share(on.placement()),
        share(off.placement()),
        String.format(
            Locale.ROOT,
            "of %,d pages of heaps, the share on the executor's node; to reach: at least 0.95",
            on.placement().heapPages()));
    add(
        result,
        name + "-time-ratio",
        on.millis() / off.millis(),
        1,
        "elapsed, with to without; emulated nodes are equally near, so it says nothing of speed");
    addLooks(result, name, on, off);
    result.remark(
        "Guests of the lab with four emulated CPUs; two executors with two cores (numa2) or four"
            + " with one (numa4), threads looked at ten times a second, pages every five seconds."
            + " Pictures: docs/images/numa*.svg.");
    result.write(Path.of("docs/results/numa.json"), true);
  }

  private static void addLooks(ResultFile result, String name, GuestJob.Run on, GuestJob.Run off) {
    List<Double> bound = looks(on);
    List<Double> free = looks(off);
    result.add(
        name + "-look-interval",
        "s",
        once(bound),
        Map.of("not bound", once(free)),
        String.format(
            Locale.ROOT,
            "from one look at all threads to the next; 95 of 100 within %.2f s, not bound %.2f s;"
                + " the guest was stopped %d and %d times; to reach: 0.1",
            bound.get(bound.size() * 95 / 100),
            free.get(free.size() * 95 / 100),
            stops(on),
            stops(off)));
  }

  /** Of one run, whatever the number of looks. */
  private static Spread once(List<Double> looks) {
    Spread spread = Spread.of(looks);
    return new Spread(spread.median(), spread.min(), spread.max(), 1);
  }

  private static List<Double> looks(GuestJob.Run run) {
    return run.samples().lookIntervals(run.boundSeconds()).stream()
        .filter(seconds -> seconds < STOPPED_SECONDS)
        .toList();
  }

  private static long stops(GuestJob.Run run) {
    return run.samples().lookIntervals(run.boundSeconds()).size() - looks(run).size();
  }

  private static void add(
      ResultFile result, String name, double value, double notBound, String note) {
    String unit = name.endsWith("pages") ? "share" : name.endsWith("ratio") ? "ratio" : "samples";
    Map<String, Spread> against =
        unit.equals("ratio") ? Map.of() : Map.of("not bound", Spread.of(List.of(notBound)));
    result.add(name, unit, Spread.of(List.of(value)), against, note);
  }

  private static double share(Placement placement) {
    return (double) placement.localPages() / Math.max(1, placement.heapPages());
  }
}
