package dev.uncork.benchmarks.reservation.program;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs one single-threaded program, in the manner of SPEC JVM98, again and again, and prints its
 * result and milliseconds per run: {@code checksum N} and {@code millis N}. Arguments: name of the
 * program, seconds.
 */
public final class SingleThreaded {
  /** The names that {@link #main} takes. */
  public static final Map<String, Program> PROGRAMS = programs();

  private static final int LEAST_RUNS = 6;

  private SingleThreaded() {}

  /** One run does the same work each time and returns a sum over its result. */
  public interface Program {
    long run() throws Exception;
  }

  private static Map<String, Program> programs() {
    Map<String, Program> programs = new LinkedHashMap<>();
    programs.put("compress", new Compression());
    programs.put("parse", new Parsing());
    programs.put("database", new LegacyDatabase());
    programs.put("javac", new Compiling());
    programs.put("text", new BufferText());
    return programs;
  }

  public static void main(String[] arguments) throws Exception {
    Program program = PROGRAMS.get(arguments[0]);
    if (program == null) {
      throw new IllegalArgumentException(
          "no program '" + arguments[0] + "'; expected one of " + PROGRAMS.keySet());
    }
    long end = System.nanoTime() + (long) (Double.parseDouble(arguments[1]) * 1e9);
    double[] millis = new double[LEAST_RUNS];
    int runs = 0;
    long sum = 0;
    while (runs < LEAST_RUNS || System.nanoTime() - end < 0) {
      long begin = System.nanoTime();
      long result = program.run();
      if (runs == millis.length) {
        millis = Arrays.copyOf(millis, 2 * runs);
      }
      millis[runs] = (System.nanoTime() - begin) / 1e6;
      if (runs++ > 0 && result != sum) {
        throw new IllegalStateException("one run had the result " + sum + ", another " + result);
      }
      sum = result;
    }
    double[] late = Arrays.copyOfRange(millis, runs / 2, runs); // When everything is compiled.
    Arrays.sort(late);
    System.out.println("checksum " + (sum & Integer.MAX_VALUE));
    System.out.println("millis " + late[late.length / 2]);
  }
}
