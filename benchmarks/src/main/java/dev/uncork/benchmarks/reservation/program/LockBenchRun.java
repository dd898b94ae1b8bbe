package dev.uncork.benchmarks.reservation.program;

import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs one case of {@link LockBench} in this JVM, which was started in the way that is to be
 * measured, and prints {@code table nanoseconds}: the time of all threads together for one acquire
 * and release. Arguments: method, sharing, number of threads, milliseconds per iteration.
 */
public final class LockBenchRun {
  /** With 8 threads on 2 processors the compilers come late: 3 of 200 ms weren't enough. */
  private static final int WARM_UPS = 12;

  private static final int ITERATIONS = 5;

  private LockBenchRun() {}

  public static void main(String[] arguments) throws RunnerException {
    TimeValue length = TimeValue.milliseconds(Long.parseLong(arguments[3]));
    Options options =
        new OptionsBuilder()
            .include("\\.LockBench\\." + arguments[0] + "$")
            .param("sharing", arguments[1])
            .threads(Integer.parseInt(arguments[2]))
            .forks(0)
            .warmupIterations(WARM_UPS)
            .warmupTime(length)
            .measurementIterations(ITERATIONS)
            .measurementTime(length)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    Collection<RunResult> results = new Runner(options).run();
    double perNano = results.iterator().next().getPrimaryResult().getScore();
    System.out.println("table " + 1 / perNano);
  }
}
