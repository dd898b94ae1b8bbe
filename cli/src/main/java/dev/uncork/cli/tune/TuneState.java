package dev.uncork.cli.tune;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.progress.ProgressChoice;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.diagnosis.lever.Effect;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.tune.RunOutcome;
import dev.uncork.diagnosis.tune.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a loop did, in order, in a file. A loop that is started again is given the same outcomes
 * until they are used up, and so stands where it was.
 */
final class TuneState {
  /**
   * One thing that was done with a setup: a run, or an observation.
   *
   * @param spentSeconds of the budget
   */
  record Event(
      Setup setup,
      @Nullable RunOutcome run,
      @Nullable SetupObservation observation,
      double spentSeconds) {}

  /**
   * A whole journey.
   *
   * @param program fingerprint of its classes, which tells whether the source was changed
   * @param progress what the first run showed to be the program's progress; null where none had to
   * @param from the setup that the events start with; more than the first after a change of source
   */
  record Content(
      List<String> request,
      String program,
      @Nullable ProgressChoice progress,
      boolean finished,
      @Nullable Setup from,
      List<Event> events,
      List<Chapter> earlier) {}

  /**
   * What was known when the source was changed.
   *
   * @param throughput of the best setup, run by run
   * @param hot names of what held it back
   */
  record Chapter(List<Double> throughput, List<String> hot, List<String> advice) {}

  /** Of the file; another number whenever its content means something else. */
  private static final int FORMAT = 5;

  /** What is of several kinds is kept with its kind. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
  private interface Named {}

  private static final String FORMAT_FIELD = "format";

  private static final ObjectMapper MAPPER = mapper();

  private final Path file;
  private final RunProgress progress;
  private Content content;
  private int next;

  private TuneState(Path file, RunProgress progress, Content content) {
    this.file = file;
    this.progress = progress;
    this.content = content;
  }

  private static ObjectMapper mapper() {
    ObjectMapper mapper =
        new ObjectMapper()
            .registerModule(new Jdk8Module())
            .addMixIn(Why.class, Named.class)
            .addMixIn(Effect.class, Named.class)
            .enable(SerializationFeature.INDENT_OUTPUT);
    mapper.registerSubtypes(Why.class.getPermittedSubclasses());
    mapper.registerSubtypes(Effect.class.getPermittedSubclasses());
    return mapper;
  }

  /** A new journey. */
  static TuneState fresh(Path file, List<String> request, RunProgress progress, String program) {
    return new TuneState(
        file, progress, new Content(request, program, null, false, null, List.of(), List.of()));
  }

  /**
   * What an earlier one left; empty if there is no such file.
   *
   * @param progress of the runs, which is settled if an earlier one has shown it
   */
  static Optional<TuneState> read(Path file, RunProgress progress) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode tree = MAPPER.readTree(file.toFile());
      if (!(tree instanceof ObjectNode object) || !object.path("events").isArray()) {
        throw new UserError(notOurs(file));
      }
      JsonNode format = object.remove(FORMAT_FIELD);
      if (format == null || format.asInt() != FORMAT) {
        throw new UserError(
            "the state file "
                + file
                + " was written by another version of Uncork (format "
                + (format == null ? "1" : format.asText())
                + "; expected "
                + FORMAT
                + "); finish it with that version, give --fresh to start over, or name another"
                + " file with --state");
      }
      Content content = MAPPER.treeToValue(object, Content.class);
      if (content.progress() != null) {
        progress.settle(content.progress());
      }
      return Optional.of(new TuneState(file, progress, content));
    } catch (JsonProcessingException e) {
      throw new UserError(notOurs(file), e);
    } catch (IOException e) {
      throw new UserError("the state file " + file + " can't be read: " + e.getMessage(), e);
    }
  }

  private static String notOurs(Path file) {
    return "the state file "
        + file
        + " is not one of uncork tune; name another with --state, or give --fresh to discard it";
  }

  Content content() {
    return content;
  }

  /** Goes on with a program whose source was changed: what was measured is of the old one. */
  void nextChapter(String program, Setup from, Chapter chapter) throws IOException {
    List<Chapter> chapters = new ArrayList<>(content.earlier());
    chapters.add(chapter);
    content =
        new Content(
            content.request(), program, progress.choice(), false, from, List.of(), chapters);
    next = 0;
    save();
  }

  /** The next outcome that is known already, which must be of the setup that is asked for. */
  Optional<Event> replay(Setup setup, boolean observation) {
    if (next >= content.events().size()) {
      return Optional.empty();
    }
    Event event = content.events().get(next);
    if (!event.setup().equals(setup) || (event.observation() != null) != observation) {
      // With another budget the loop goes another way from here on.
      content =
          new Content(
              content.request(),
              content.program(),
              content.progress(),
              false,
              content.from(),
              content.events().subList(0, next),
              content.earlier());
      return Optional.empty();
    }
    next++;
    return Optional.of(event);
  }

  void add(Event event) throws IOException {
    List<Event> events = new ArrayList<>(content.events());
    events.add(event);
    next = events.size();
    content =
        new Content(
            content.request(),
            content.program(),
            progress.choice(),
            false,
            content.from(),
            events,
            content.earlier());
    save();
  }

  void finish() throws IOException {
    content =
        new Content(
            content.request(),
            content.program(),
            content.progress(),
            true,
            content.from(),
            content.events(),
            content.earlier());
    save();
  }

  double spentSeconds() {
    return content.events().subList(0, next).stream().mapToDouble(Event::spentSeconds).sum();
  }

  private void save() throws IOException {
    Path replacement = file.resolveSibling(file.getFileName() + ".new");
    ObjectNode tree = MAPPER.createObjectNode().put(FORMAT_FIELD, FORMAT);
    tree.setAll((ObjectNode) MAPPER.valueToTree(content));
    MAPPER.writeValue(replacement.toFile(), tree);
    Files.move(
        replacement, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
