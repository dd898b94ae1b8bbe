package dev.uncork.cli.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.progress.ProgressChoice;
import dev.uncork.cli.progress.RunProgress;
import dev.uncork.scaling.sweep.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file that an unfinished sweep leaves, from which the same command goes on. It exists only
 * while a sweep is unfinished.
 */
final class SweepState {
  /**
   * What is in the file.
   *
   * @param progress what the first run showed to be the program's progress; null where none had to
   */
  record Content(List<String> request, @Nullable ProgressChoice progress, List<Trial> trials) {}

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path file;
  private final List<String> request;
  private final RunProgress progress;
  private final List<Trial> trials;

  private SweepState(Path file, List<String> request, RunProgress progress, List<Trial> trials) {
    this.file = file;
    this.request = request;
    this.progress = progress;
    this.trials = trials;
  }

  /**
   * Reads what an earlier sweep left.
   *
   * @param request all that decides what a run means; another sweep's runs are refused
   * @param progress of the runs, which is settled if an earlier one has shown it
   * @param fresh whether to forget what is there
   */
  static SweepState open(Path file, List<String> request, RunProgress progress, boolean fresh) {
    if (fresh || !Files.exists(file)) {
      return new SweepState(file, request, progress, new ArrayList<>());
    }
    Content content;
    try {
      content = MAPPER.readValue(file.toFile(), Content.class);
    } catch (JsonProcessingException e) {
      throw new UserError(
          "the state file " + file + " is not one of uncork sweep; name another with --state", e);
    } catch (IOException e) {
      throw new UserError("the state file " + file + " can't be read: " + e.getMessage(), e);
    }
    if (!request.equals(content.request())) {
      throw new UserError(
          "the state file "
              + file
              + " is of another unfinished sweep ("
              + String.join(" ", content.request())
              + "); finish that one, give --fresh to discard it, or name another --state");
    }
    if (content.progress() != null) {
      progress.settle(content.progress());
    }
    return new SweepState(file, request, progress, new ArrayList<>(content.trials()));
  }

  List<Trial> trials() {
    return List.copyOf(trials);
  }

  boolean has(Schedule.Slot slot) {
    return trials.stream()
        .anyMatch(trial -> trial.round() == slot.round() && trial.point().equals(slot.point()));
  }

  void add(Trial trial) throws IOException {
    trials.add(trial);
    Path next = file.resolveSibling(file.getFileName() + ".new");
    MAPPER.writeValue(next.toFile(), new Content(request, progress.choice(), trials));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
