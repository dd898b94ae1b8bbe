package dev.uncork.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Where the threads of a program may run, as the kernel tells it. */
final class Threads {
  private static final String ALLOWED = "Cpus_allowed_list";

  private Threads() {}

  /** The CPUs of threads whose names begin so, each set once. */
  static Set<String> allowed(Path tasks, String name) throws IOException {
    Set<String> all = new TreeSet<>();
    try (Stream<Path> threads = Files.list(tasks)) {
      for (Path thread : threads.toList()) {
        if (Files.readString(thread.resolve("comm")).startsWith(name)) {
          all.add(allowed(thread.resolve("status")));
        }
      }
    }
    return all;
  }

  /** The CPUs of one thread. */
  static String allowed(Path status) throws IOException {
    try (Stream<String> lines = Files.lines(status)) {
      return lines.filter(line -> line.startsWith(ALLOWED)).findFirst().orElse("");
    }
  }
}
