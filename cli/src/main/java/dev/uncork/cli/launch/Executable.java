package dev.uncork.cli.launch;

import dev.uncork.cli.error.UserError;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Finds the file that a command's first word means, as a shell does. */
final class Executable {
  private Executable() {}

  /** The file, with all symbolic links resolved; an error that says what was looked for where. */
  static Path resolve(String word, Map<String, String> environment) {
    if (word.isEmpty()) {
      throw new UserError("the command is empty; expected a program, such as java");
    }
    if (word.indexOf('/') >= 0) {
      return checked(word, Path.of(word));
    }
    String path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    for (String directory : path.split(File.pathSeparator, -1)) {
      Path candidate = Path.of(directory.isEmpty() ? "." : directory, word);
      if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
        return checked(word, candidate);
      }
    }
    throw new UserError(
        "the command "
            + word
            + " was not found on the PATH ("
            + path
            + "); give its path, or add its directory to the PATH");
  }

  private static Path checked(String word, Path file) {
    if (!Files.exists(file)) {
      throw new UserError("the command " + word + " does not exist; check its path");
    }
    if (Files.isDirectory(file)) {
      throw new UserError("the command " + word + " is a directory; expected a program");
    }
    if (!Files.isExecutable(file)) {
      throw new UserError(
          "the command "
              + word
              + " is not executable by this user; chmod +x it, or start it by"
              + " its interpreter");
    }
    try {
      return file.toRealPath();
    } catch (IOException e) {
      throw new UserError("the command " + word + " can't be resolved: " + e.getMessage(), e);
    }
  }
}
