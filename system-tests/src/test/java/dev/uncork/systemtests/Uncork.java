package dev.uncork.systemtests;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One call of the installed command line, as a user would type it. */
final class Uncork {
  private static final long DEADLINE_SECONDS = 120;

  private final List<String> command;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private @Nullable Path directory;
  private byte[] input = new byte[0];
  private boolean inputOpen;

  private Uncork(List<String> command) {
    this.command = command;
  }

  /** The launcher of the built installation. */
  static Path launcher() {
    return Path.of(System.getProperty("uncork.home"), "bin", "uncork");
  }

  static Uncork command(String... arguments) {
    // Whoever started the tests in the background had signals ignored, which is inherited.
    List<String> command =
        new ArrayList<>(List.of("env", "--default-signal=INT,HUP,QUIT", launcher().toString()));
    command.addAll(List.of(arguments));
    return new Uncork(command);
  }

  /** Another program, to compare with. */
  static Uncork without(String... command) {
    return new Uncork(List.of(command));
  }

  /** Class path of the observed programs. */
  static String programs() {
    return Path.of("target", "test-classes").toAbsolutePath().toString();
  }

  Uncork in(Path workingDirectory) {
    directory = workingDirectory;
    return this;
  }

  Uncork with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Uncork input(byte[] bytes) {
    input = bytes;
    return this;
  }

  /** The program's standard input stays open until the test closes it. */
  Uncork keepInputOpen() {
    inputOpen = true;
    return this;
  }

  Running start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    if (directory != null) {
      builder.directory(directory.toFile());
    }
    Process process = builder.start();
    Running running =
        new Running(process, read(process.getInputStream()), read(process.getErrorStream()));
    if (inputOpen) {
      return running;
    }
    try (var stdin = process.getOutputStream()) {
      stdin.write(input);
    } catch (IOException e) {
      // The program may end without reading all of it.
      return running;
    }
    return running;
  }

  Outcome run() throws Exception {
    return start().await();
  }

  private static CompletableFuture<byte[]> read(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return stream.readAllBytes();
          } catch (IOException e) {
            return new byte[0];
          }
        });
  }

  /** A call that has not ended yet. */
  record Running(Process process, CompletableFuture<byte[]> out, CompletableFuture<byte[]> err) {
    Outcome await() throws Exception {
      return await(DEADLINE_SECONDS);
    }

    Outcome await(long deadlineSeconds) throws Exception {
      if (!process.waitFor(deadlineSeconds, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError(
            "no end within " + deadlineSeconds + " s; standard error: " + text(err.join()));
      }
      return new Outcome(process.exitValue(), out.join(), text(err.join()));
    }
  }

  /** What a call left: exit code, bytes of standard output, text of standard error. */
  record Outcome(int exitCode, byte[] outBytes, String err) {
    String out() {
      return text(outBytes);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** What is left of a session in a directory: nothing, after a good end. */
  static List<Path> leftovers(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.filter(p -> p.getFileName().toString().startsWith(".uncork-")).toList();
    }
  }
}
