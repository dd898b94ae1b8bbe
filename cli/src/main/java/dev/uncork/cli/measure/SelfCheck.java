package dev.uncork.cli.measure;

import dev.uncork.cli.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Tells a right run from a wrong one: its exit code is 0, and its output holds what a regular
 * expression between slashes finds, or satisfies a shell command that reads it.
 */
public interface SelfCheck {
  /** Why the run doesn't count, if it doesn't. */
  Optional<String> objection(int exitCode, String output) throws IOException, InterruptedException;

  /** The exit code alone. */
  static SelfCheck exitCode() {
    return (exitCode, output) ->
        exitCode == 0 ? Optional.empty() : Optional.of("exit code " + exitCode);
  }

  /** Reads {@code /regex/} or a shell command. */
  static SelfCheck parse(String text) {
    if (text.isBlank()) {
      throw new UserError("--check is empty; expected /regex/ or a shell command");
    }
    if (text.length() > 2 && text.startsWith("/") && text.endsWith("/")) {
      return and(found(text.substring(1, text.length() - 1)));
    }
    requireProgram(text);
    return and(satisfied(text));
  }

  /** A check of plain words whose program doesn't exist was meant as a regular expression. */
  private static void requireProgram(String command) {
    String program = command.strip().split("\\s+", 2)[0];
    if (!program.matches("[\\w./-]+")) {
      return;
    }
    try {
      int exitCode =
          new ProcessBuilder("/bin/sh", "-c", "command -v \"$1\"", "sh", program)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      if (exitCode != 0) {
        throw new UserError(
            "--check '"
                + command
                + "' is a shell command whose program "
                + program
                + " was not found; what a correct run prints goes between slashes: --check '/"
                + command
                + "/'");
      }
    } catch (IOException e) {
      throw new UserError("--check: no shell can be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static SelfCheck and(SelfCheck next) {
    return (exitCode, output) -> {
      Optional<String> objection = exitCode().objection(exitCode, output);
      return objection.isPresent() ? objection : next.objection(exitCode, output);
    };
  }

  private static SelfCheck found(String expression) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(expression, Pattern.MULTILINE);
    } catch (PatternSyntaxException e) {
      throw new UserError(
          "--check /" + expression + "/ is not a regular expression: " + e.getDescription(), e);
    }
    return (exitCode, output) ->
        pattern.matcher(output).find()
            ? Optional.empty()
            : Optional.of("its output has no /" + expression + "/");
  }

  private static SelfCheck satisfied(String command) {
    return (exitCode, output) -> {
      Path input = Files.createTempFile("uncork-check-", ".txt");
      try {
        Files.writeString(input, output);
        return answer(command, input);
      } finally {
        Files.delete(input);
      }
    };
  }

  private static Optional<String> answer(String command, Path input)
      throws IOException, InterruptedException {
    Process check =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectInput(input.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!check.waitFor(1, TimeUnit.MINUTES)) {
      check.destroyForcibly();
      return Optional.of("the check did not end within a minute: " + command);
    }
    return check.exitValue() == 0
        ? Optional.empty()
        : Optional.of("the check ended with exit code " + check.exitValue() + ": " + command);
  }
}
