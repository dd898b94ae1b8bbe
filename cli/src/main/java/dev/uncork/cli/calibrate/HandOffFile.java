package dev.uncork.cli.calibrate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.diagnosis.price.HandOffCosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the costs of this machine are kept: below the user's cache directory. */
public final class HandOffFile {
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
        return parse();
      } catch (IOException | RuntimeException e) {
        // A damaged cache is as good as none; calibrating writes it anew.
        return HandOffCosts.ofAnotherMachine();
      }
    }
    return HandOffCosts.ofAnotherMachine();
  }

  /** By hand: each report reads it, and a mapper of objects takes longer to start than all else. */
  private HandOffCosts parse() throws IOException {
    boolean calibrated = false;
    List<HandOffCosts.Cost> costs = new ArrayList<>();
    try (JsonParser in = new JsonFactory().createParser(file.toFile())) {
      expect(in, in.nextToken(), JsonToken.START_OBJECT);
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        boolean list = in.getText().equals("costs");
        JsonToken value = in.nextToken();
        if (!list) {
          calibrated = in.getBooleanValue();
          continue;
        }
        expect(in, value, JsonToken.START_ARRAY);
        while (in.nextToken() == JsonToken.START_OBJECT) {
          costs.add(cost(in));
        }
      }
    }
    return new HandOffCosts(calibrated, costs);
  }

  private static HandOffCosts.Cost cost(JsonParser in) throws IOException {
    String lockClass = "";
    Map<String, Double> numbers = new HashMap<>();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.getText();
      if (in.nextToken() == JsonToken.VALUE_STRING) {
        lockClass = in.getText();
      } else {
        numbers.put(name, in.getDoubleValue());
      }
    }
    return new HandOffCosts.Cost(
        HandOffCosts.LockClass.valueOf(lockClass),
        numbers.getOrDefault("holdSeconds", 0.0),
        numbers.getOrDefault("handOffSeconds", 0.0),
        numbers.getOrDefault("signalSeconds", 0.0),
        numbers.getOrDefault("spread", 0.0));
  }

  private static void expect(JsonParser in, JsonToken found, JsonToken wanted) throws IOException {
    if (found != wanted) {
      throw new IOException(in.currentLocation() + ": " + found + "; expected " + wanted);
    }
  }

  /** Replaces the file. */
  public void write(HandOffCosts costs) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path next = Files.createTempFile(directory, "hand-off", ".new");
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(next.toFile(), costs);
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
