package dev.uncork.cli.progress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds the program's own progress in its output without being told: a line that comes again and
 * again with a rate, or with a count that grows.
 *
 * <p>Lines are of one kind when the text around a figure is the same but for digits, as far as a
 * few words to the left and the right. The memory is bounded: kinds of line that were seen once
 * make place for others first. Safe for any thread.
 */
public final class ProgressFinder {
  private static final int MOST_KINDS = 256;
  private static final int SHAPE_AHEAD = 40;
  private static final int SHAPE_BEHIND = 24;

  /** A count waits for one line more: a rate, which is better, may be printed in the next one. */
  private static final int STEPS_TO_SETTLE = FigureSeries.FEWEST + 1;

  private final Map<String, Candidate> seenOnce = limited();
  private final Map<String, Candidate> repeated = limited();
  private long lines;

  /**
   * A kind of line with a figure.
   *
   * @param from the first token of the line that is part of its shape
   * @param to behind the last such token
   */
  private record Candidate(OutputLine line, int place, int from, int to, FigureSeries series) {}

  private static Map<String, Candidate> limited() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Candidate> eldest) {
        return size() > MOST_KINDS;
      }
    };
  }

  /** Reads a line of output. Returns whether it may be one that tells progress. */
  public synchronized boolean line(String text, long atMillis) {
    if (!worthALook(text)) {
      return false;
    }
    OutputLine line = OutputLine.of(text);
    lines++;
    boolean ripe = false;
    for (int place : line.figures()) {
      OptionalDouble figure = ProgressPattern.figure(line.tokens().get(place).text());
      if (figure.isPresent()) {
        ripe |= figure(line, place, figure.getAsDouble(), atMillis);
      }
    }
    return ripe;
  }

  private static boolean worthALook(String text) {
    boolean digit = false;
    boolean letter = false;
    for (int i = 0; i < text.length() && !(digit && letter); i++) {
      digit |= text.charAt(i) >= '0' && text.charAt(i) <= '9';
      letter |= Character.isLetter(text.charAt(i));
    }
    return digit && letter;
  }

  /** Returns whether what was seen of this kind of line until now is progress. */
  private boolean figure(OutputLine line, int place, double figure, long atMillis) {
    int from = from(line, place);
    int to = to(line, place);
    String shape = shape(line, from, place) + "\0" + shape(line, place + 1, to);
    Candidate candidate = repeated.get(shape);
    if (candidate == null) {
      candidate = seenOnce.remove(shape);
      if (candidate != null) {
        repeated.put(shape, candidate);
      } else {
        FigureMeaning meaning = FigureMeaning.of(line, place);
        if (meaning == FigureMeaning.OTHER) {
          return false;
        }
        candidate = new Candidate(line, place, from, to, new FigureSeries(meaning));
        seenOnce.put(shape, candidate);
      }
    }
    candidate.series.add(lines, atMillis, figure);
    return candidate.series.isProgress();
  }

  private static int from(OutputLine line, int place) {
    int from = place;
    for (int length = 0; from > 0 && length < SHAPE_AHEAD; from--) {
      length += line.tokens().get(from - 1).shape().length();
    }
    return from;
  }

  private static int to(OutputLine line, int place) {
    int to = place + 1;
    for (int length = 0; to < line.tokens().size() && length < SHAPE_BEHIND; to++) {
      length += line.tokens().get(to).shape().length();
    }
    return to;
  }

  private static String shape(OutputLine line, int from, int to) {
    StringBuilder shape = new StringBuilder();
    line.tokens().subList(from, to).forEach(token -> shape.append(token.shape()));
    return shape.toString();
  }

  /** The progress, if it can be settled while more lines may come. */
  public synchronized Optional<FoundProgress> settled() {
    return best(STEPS_TO_SETTLE);
  }

  /** The progress as far as all lines until now tell. */
  public synchronized Optional<FoundProgress> found() {
    return best(FigureSeries.FEWEST);
  }

  /** A rate rather than a count, then what grows fastest. */
  private Optional<FoundProgress> best(int stepsOfOthers) {
    return repeated.values().stream()
        .filter(
            each -> each.series.meaning().isOperationRate() || each.series.steps() >= stepsOfOthers)
        .filter(each -> each.series.isProgress())
        .min(
            Comparator.comparing((Candidate each) -> each.series.meaning())
                .thenComparing(each -> -each.series.growth()))
        .map(ProgressFinder::progress);
  }

  private static FoundProgress progress(Candidate found) {
    StringBuilder expression = new StringBuilder(found.from == 0 ? "^" : "");
    for (int i = found.from; i < found.to; i++) {
      String token = found.line.tokens().get(i).expression();
      String group = found.series.meaning().group();
      expression.append(i == found.place ? "(?<" + group + ">" + token + ")" : token);
    }
    expression.append(found.to == found.line.tokens().size() ? "$" : "");
    return new FoundProgress(
        expression.toString(),
        ProgressLabel.of(found.line, found.place, found.from, found.to),
        readings(found.series));
  }

  private static List<FoundProgress.Reading> readings(FigureSeries series) {
    List<FoundProgress.Reading> readings = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      readings.add(
          new FoundProgress.Reading(
              series.millis(i), series.figure(i) * series.meaning().perSecond()));
    }
    return readings;
  }
}
