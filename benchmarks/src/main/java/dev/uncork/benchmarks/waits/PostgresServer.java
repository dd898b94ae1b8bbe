package dev.uncork.benchmarks.waits;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A PostgreSQL server with a database of its own, which ends with its closing. */
final class PostgresServer implements AutoCloseable {
  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";

  private final Path programs;
  private final Path folder;
  private final int port;

  private PostgresServer(Path programs, Path folder, int port) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
  }

  /** The folder of the installed server's programs, the newest version's. */
  static Optional<Path> installed() throws IOException {
    if (!Files.isDirectory(VERSIONS)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(VERSIONS)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(programs -> Files.isExecutable(programs.resolve("initdb")))
          .max(Comparator.comparing(Path::toString));
    }
  }

  /** Starts a server with an empty database. */
  static PostgresServer start(Path programs) throws IOException, InterruptedException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Path folder = Files.createTempDirectory("uncork-postgres-");
    PostgresServer server = new PostgresServer(programs, folder, port);
    if (isRoot()) {
      // It refuses to run as root.
      server.run(List.of("chown", USER, folder.toString()));
    }
    String data = folder.resolve("data").toString();
    server.runAsUser("initdb", "-D", data, "-A", "trust", "-U", USER);
    String options = "-p " + port + " -k " + folder + " -c listen_addresses=localhost";
    server.runAsUser(
        "pg_ctl", "-D", data, "-w", "-o", options, "-l", folder.resolve("log").toString(), "start");
    return server;
  }

  /** Its JDBC address. */
  String address() {
    return "jdbc:postgresql://localhost:" + port + "/postgres?user=" + USER;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    runAsUser("pg_ctl", "-D", folder.resolve("data").toString(), "-m", "immediate", "stop");
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }

  private void runAsUser(String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    if (isRoot()) {
      words.addAll(List.of("runuser", "-u", USER, "--"));
    }
    words.add(programs.resolve(program).toString());
    words.addAll(List.of(arguments));
    run(words);
  }

  private void run(List<String> words) throws IOException, InterruptedException {
    Path output = Files.createTempFile("uncork-postgres-", ".out");
    try {
      // A file, because the server keeps what it inherits open.
      Process process =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", words) + " failed: " + Files.readString(output));
      }
    } finally {
      Files.delete(output);
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
