package dev.uncork.cli.calibrate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.diagnosis.price.HandOffCosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** Where the costs of this machine are kept: below the user's cache directory. */
public final class HandOffFile {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path file;

  HandOffFile(Path file) {
    this.file = file;
  }

  /** By the rules of the XDG base directories. */
  public static HandOffFile ofUser() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache != null && Path.of(cache).isAbsolute()
            ? Path.of(cache)
            : Path.of(System.getProperty("user.home", "."), ".cache");
    return new HandOffFile(base.resolve("uncork").resolve("hand-off.json"));
  }

  public Path path() {
    return file;
  }

  /** The costs kept; those of another machine where there are none that can be read. */
  public HandOffCosts read() {
    if (Files.isReadable(file)) {
      try {
        @Nullable HandOffCosts costs = MAPPER.readValue(file.toFile(), HandOffCosts.class);
        if (costs != null) {
          return costs;
        }
      } catch (IOException | RuntimeException e) {
        // A damaged cache is as good as none; calibrating writes it anew.
        return HandOffCosts.ofAnotherMachine();
      }
    }
    return HandOffCosts.ofAnotherMachine();
  }

  /** Replaces the file. */
  public void write(HandOffCosts costs) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path next = Files.createTempFile(directory, "hand-off", ".new");
    MAPPER.writeValue(next.toFile(), costs);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
