import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Operations counted for {@code -Dseconds} after {@code -Dwarm}: those of threads that do one thing
 * again and again, or those that clients in a process of their own cause.
 */
final class Load {
  private static final int WARM = Integer.getInteger("warm", 3);
  private static final int SECONDS = Integer.getInteger("seconds", 5);

  /** What a thread does again and again. */
  interface Step {
    void run() throws Exception;
  }

  /** Makes what a thread does, by its number. */
  interface Steps {
    Step of(int thread) throws Exception;
  }

  private Load() {}

  /** Lets threads work, and prints how much they did. */
  static void of(String name, int threads, Steps steps) throws Exception {
    LongAdder done = new LongAdder();
    start(name, threads, steps, done);
    measure(done::sum);
  }

  /** Starts threads that work until the program ends. */
  static void start(String name, int threads, Steps steps, LongAdder done) throws Exception {
    for (int i = 0; i < threads; i++) {
      Step step = steps.of(i);
      Thread thread =
          new Thread(
              () -> {
                try {
                  while (true) {
                    step.run();
                    done.increment();
                  }
                } catch (Exception e) {
                  e.printStackTrace();
                  Runtime.getRuntime().halt(1);
                }
              },
              name + "-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Prints what is counted each second, and at the end operations per second; ends the program. */
  static void measure(LongSupplier done) throws InterruptedException {
    long before = 0;
    long warm = 0;
    long start = 0;
    for (int second = 0; second < WARM + SECONDS; second++) {
      if (second == WARM) {
        warm = done.getAsLong();
        start = System.nanoTime();
      }
      Thread.sleep(1000);
      long now = done.getAsLong();
      System.out.println("ops/sec: " + (now - before));
      before = now;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(Locale.ROOT, "rate %.2f ops/s%n", (done.getAsLong() - warm) / seconds);
    System.exit(0);
  }

  /** Starts clients in a JVM of their own, which ends with this one. */
  static void clients(Class<?> main, Object... arguments) throws IOException {
    List<String> words = new ArrayList<>();
    Collections.addAll(
        words,
        System.getProperty("java.home") + "/bin/java",
        "-Xmx256m",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    // Only the server is to be observed.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** An empty folder for a program's files. */
  static File emptyFolder(String path) throws IOException {
    Path folder = Path.of(path);
    if (Files.exists(folder)) {
      List<Path> all;
      try (var walk = Files.walk(folder)) {
        all = walk.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path each : all) {
        Files.delete(each);
      }
    }
    return Files.createDirectories(folder).toFile();
  }
}
