package dev.uncork.cli.output;

import dev.uncork.cli.error.UserError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** One file that the result goes to, checked before the sweep and replaced whole after it. */
public final class OutputFile {
  /** Writes a result in one format. */
  public interface Format {
    void write(OutputStream to) throws IOException;
  }

  private final String option;
  private final Path file;

  private OutputFile(String option, Path file) {
    this.option = option;
    this.file = file;
  }

  /** Refuses a file that can't be written. */
  public static OutputFile check(String option, Path named) {
    return new OutputFile(option, Destination.check(option, named).file(""));
  }

  /** Writes the file. */
  public void write(Format format) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      try (OutputStream to = Files.newOutputStream(next)) {
        format.write(to);
      }
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (LinkageError e) {
      throw new UserError(
          option
              + " "
              + file
              + ": this Java can't draw ("
              + e.getMessage()
              + "); install fontconfig and a font (Debian: fontconfig, fonts-dejavu-core), or use"
              + " --json or --csv",
          e);
    } finally {
      Files.deleteIfExists(next);
    }
  }
}
