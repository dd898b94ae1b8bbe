package dev.uncork.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.report.json.Occasion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * Outputs that were looked at and found good. {@code -Duncork.approve=true} replaces them by what
 * comes out now, to be looked at in the diff.
 */
final class Approved {
  private static final Path FOLDER = Path.of("src/test/resources/approved");

  private Approved() {}

  /** Compares an output with the file of that name. */
  static void check(String name, String output) throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("uncork.approve")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, output);
    }
    assertThat(output).isEqualTo(Files.readString(file));
  }

  /** The same on every machine. */
  static Occasion occasion(List<String> command) {
    return new Occasion(command, Instant.EPOCH, 4, "amd64", "6.1");
  }

  /** JSON without digits that differ between processors. */
  static String anywhere(ByteArrayOutputStream json) {
    return json.toString(StandardCharsets.UTF_8).replaceAll("(\\d\\.\\d{9})\\d+", "$1");
  }

  /** A page without its pictures, which depend on the machine's fonts. */
  static String withoutPictures(ByteArrayOutputStream page) {
    return page.toString(StandardCharsets.UTF_8).replaceAll("(?s)<svg.*?</svg>", "<svg/>");
  }
}
