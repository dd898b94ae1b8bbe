package dev.uncork.cli.command;

import dev.uncork.cli.error.UserError;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The recordings of a directory that were written last, for commands that are told no file. */
final class NewestRecordings {
  private record Written(Path file, FileTime time) {}

  private NewestRecordings() {}

  /**
   * So many, the oldest of them first.
   *
   * @param otherwise what the command that lacks them should say
   */
  static List<Path> in(Path directory, int count, String otherwise) throws IOException {
    List<Written> found = new ArrayList<>();
    try (DirectoryStream<Path> recordings = Files.newDirectoryStream(directory, "*.jfr")) {
      for (Path recording : recordings) {
        if (Files.isRegularFile(recording)) {
          found.add(new Written(recording, Files.getLastModifiedTime(recording)));
        }
      }
    }
    if (found.size() < count) {
      throw new UserError(otherwise);
    }
    found.sort(Comparator.comparing(Written::time));
    return found.subList(found.size() - count, found.size()).stream().map(Written::file).toList();
  }
}
