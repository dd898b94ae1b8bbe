package dev.uncork.benchmarks.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The programs that are tuned, with what their users would let Uncork try. */
final class Programs {
  private static final String OPS = "([0-9.]+) ops/s";

  private final Path library;
  private final String checker;

  /**
   * Programs.
   *
   * @param library where the script put jars and compiled programs
   */
  Programs(Path library, Path installation) {
    this.library = library;
    this.checker = installation.resolve("workloads/workloads.jar").toString();
  }

  /** The model checker with the parts of 2006, and its own options as levers. */
  Program journey() {
    return new Program(
        "journey",
        checker("10", "{workers}", "{counter}", "{set}", "{queue}", "{log}", "{end-phase}"),
        List.of(
            "--workers=8,1,2,4",
            "--try=counter=synchronized,atomic,striped",
            "--try=set=synchronized,multi,striped,lock-free",
            "--try=queue=one-lock,concurrent,chunked",
            "--try=log=full,quiet",
            "--try=end-phase=serial,parallel"),
        "^OK: .* \\(as known\\)",
        "seconds, " + OPS);
  }

  /** The parts that its authors would choose for speed, at the given number of workers. */
  Map<String, String> handTuned(int workers) {
    Map<String, String> fill = new LinkedHashMap<>();
    fill.put("workers", Integer.toString(workers));
    fill.put("counter", "striped");
    fill.put("set", "lock-free");
    fill.put("queue", "chunked");
    fill.put("log", "quiet");
    fill.put("end-phase", "parallel");
    return fill;
  }

  private List<String> checker(
      String size,
      String workers,
      String counter,
      String set,
      String queue,
      String log,
      String endPhase) {
    return List.of(
        "java",
        "-Xmx2g",
        "-jar",
        checker,
        "check",
        "--size",
        size,
        "--workers",
        workers,
        "--counter",
        counter,
        "--set",
        set,
        "--queue",
        queue,
        "--log",
        log,
        "--end-phase",
        endPhase);
  }

  /** Unmodified software from Maven Central, and the JDK's own compiler. */
  List<Program> real() throws IOException {
    Path classes = library.resolve("classes");
    String scratch = Files.createTempDirectory("uncork-tune-").toString();
    List<Program> programs = new ArrayList<>();
    programs.add(
        new Program(
            "h2",
            List.of(
                "java",
                "-cp",
                classes + ":" + library.resolve("h2-2.3.232.jar"),
                "H2Load",
                "{workers}",
                "60000"),
            List.of("--workers=8,1,2,4"),
            "^RIGHT$",
            OPS));
    programs.add(
        new Program(
            "lucene",
            List.of(
                "java",
                "-cp",
                classes + ":" + library.resolve("lucene-core-9.12.1.jar"),
                "LuceneIndexing",
                library.resolve("src/org/apache/lucene/util").toString(),
                "{workers}",
                "20"),
            List.of("--workers=8,1,2,4"),
            "^RIGHT$",
            OPS));
    programs.add(
        new Program(
            "logback",
            List.of(
                "java",
                "-cp",
                classes
                    + ":"
                    + library.resolve("logback-classic-1.5.18.jar")
                    + ":"
                    + library.resolve("logback-core-1.5.18.jar")
                    + ":"
                    + library.resolve("slf4j-api-2.0.17.jar"),
                "LogService",
                "{workers}",
                "800000",
                scratch + "/service.log"),
            List.of("--workers=8,2"),
            "^RIGHT$",
            OPS));
    programs.add(
        new Program(
            "javac",
            List.of(
                "java",
                "-m",
                "jdk.compiler/com.sun.tools.javac.Main",
                "-nowarn",
                "-proc:none",
                "-d",
                scratch + "/out",
                "@" + library.resolve("sources")),
            List.of("--try=-XX:+UseStringDeduplication"),
            "",
            ""));
    return programs;
  }

  /** Five programs that use all cores without hindering themselves. */
  List<Program> healthy() {
    List<Program> programs = new ArrayList<>();
    for (String kind : List.of("numbers", "hashes", "map", "sort", "text")) {
      programs.add(
          new Program(
              kind,
              List.of(
                  "java",
                  "-Xmx512m",
                  "-XX:+UseParallelGC",
                  "-cp",
                  library.resolve("classes").toString(),
                  "Healthy",
                  kind,
                  "800"),
              List.of("--try=-Dunused=1,2,3", "--try=-XX:+UseStringDeduplication"),
              "^RIGHT$",
              OPS));
    }
    return programs;
  }

  /** What noise is recorded of. */
  Map<String, Program> noisy() throws IOException {
    Map<String, Program> noisy = new LinkedHashMap<>();
    Program fixed =
        new Program(
            "checker",
            checker("8", "2", "synchronized", "synchronized", "one-lock", "full", "serial"),
            List.of(),
            "^OK",
            "seconds, " + OPS);
    noisy.put("checker", fixed);
    noisy.put("numbers", healthy().get(0));
    noisy.put("map", healthy().get(2));
    return noisy;
  }
}
