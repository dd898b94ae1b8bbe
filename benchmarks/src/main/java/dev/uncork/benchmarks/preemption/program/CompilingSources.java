package dev.uncork.benchmarks.preemption.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program of one thread that uses the JDK's classes much: the JDK's compiler on a folder of
 * sources, checking and writing nothing. Arguments: FOLDER TIMES.
 */
public final class CompilingSources {
  private CompilingSources() {}

  public static void main(String[] args) throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
      sources = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
    int times = Integer.parseInt(args[1]);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    long compiled = 0;
    long beginNanos = 0;
    for (int i = 0; i <= times; i++) {
      try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
        compiler
            .getTask(
                null,
                files,
                diagnostic -> {}, // what is missing from the class path doesn't matter here
                List.of("-proc:none", "-XDshould-stop.ifNoError=FLOW"),
                null,
                files.getJavaFileObjectsFromPaths(sources))
            .call();
      }
      if (i == 0) {
        beginNanos = System.nanoTime(); // the first time is for the JVM's own compilers
      } else {
        compiled += sources.size();
      }
    }
    double seconds = (System.nanoTime() - beginNanos) / 1e9;
    System.out.println(
        String.format(
            Locale.ROOT,
            "OK: %d files, %d ops/s",
            compiled,
            Math.round(1000 * compiled / seconds)));
  }
}
