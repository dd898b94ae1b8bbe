package dev.uncork.workloads.synchmeth;

import dev.uncork.workloads.sections.Dispersion;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The subcommand {@code synchmeth}. */
@Command(
    name = "synchmeth",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Threads increment a shared counter in a loop.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  synchmeth --threads 8 --seconds 10",
      "  synchmeth --threads 4 --work-inside 200 --work-outside 1000 --lock reentrant"
    },
    showDefaultValues = true)
public final class SynchmethCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--threads", defaultValue = "8", description = "Number of threads.")
  private int threads;

  @Option(names = "--seconds", defaultValue = "5", description = "How long.")
  private double seconds;

  @Option(
      names = "--work-inside",
      defaultValue = "0",
      description = "Work while the lock is held, in units of about a nanosecond.")
  private int workInside;

  @Option(
      names = "--work-outside",
      defaultValue = "0",
      description = "Work between two increments, in the same units.")
  private int workOutside;

  @Option(
      names = "--lock",
      defaultValue = "monitor",
      description = "What protects the counter: ${COMPLETION-CANDIDATES}.")
  private SharedCounter.Kind lock = SharedCounter.Kind.MONITOR;

  @Override
  public Integer call() throws InterruptedException {
    require("--threads", threads, 1, 10_000);
    require("--seconds", seconds, 0.01, 86_400);
    require("--work-inside", workInside, 0, 1_000_000_000);
    require("--work-outside", workOutside, 0, 1_000_000_000);
    PrintWriter out = spec.commandLine().getOut();
    Synchmeth.Result result =
        new Synchmeth(lock.create(workInside), workOutside)
            .run(
                threads,
                seconds,
                rate -> {
                  out.println("ops/sec: " + rate);
                  out.flush();
                });
    return print(result, out);
  }

  private static int print(Synchmeth.Result result, PrintWriter out) {
    long[] sorted = result.perThread().clone();
    Arrays.sort(sorted);
    long sum = Arrays.stream(sorted).sum();
    boolean right = sum == result.counted();
    out.println(
        String.format(
            Locale.ROOT,
            "Per thread: least %d, median %d, most %d increments; variation %.3f, Jain's fairness"
                + " %.4f",
            sorted[0],
            sorted[sorted.length / 2],
            sorted[sorted.length - 1],
            Dispersion.coefficientOfVariation(sorted),
            Dispersion.jain(sorted)));
    out.println(
        String.format(
            Locale.ROOT,
            "%s: counter %d, threads counted %d, %.2f seconds, %d ops/s",
            right ? "OK" : "WRONG",
            result.counted(),
            sum,
            result.seconds(),
            Math.round(sum / result.seconds())));
    out.flush();
    return right ? 0 : 1;
  }

  private void require(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new ParameterException(
          spec.commandLine(),
          String.format(
              Locale.ROOT, "%s is %s, expected %.2f to %.0f", option, value, least, most));
    }
  }
}
