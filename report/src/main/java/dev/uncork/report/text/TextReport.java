package dev.uncork.report.text;

import dev.uncork.diagnosis.Cores;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Limit;
import dev.uncork.diagnosis.Phase;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Note;
import dev.uncork.report.next.NextStepWords;
import dev.uncork.report.next.Suggestion;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.CurveWords;
import dev.uncork.report.words.Facts;
import dev.uncork.report.words.FindingWords;
import dev.uncork.report.words.LedgerWords;
import dev.uncork.report.words.LimitWords;
import dev.uncork.report.words.PriceWords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The report for the terminal: verdict, cores, contended locks, phases, process, next step.
 *
 * <p>It fits one screen of 80 by 24 for the usual recording.
 */
public final class TextReport {
  private static final int LABEL_WIDTH = 10;
  private static final int MAX_FRAMES = 4;

  /** Beyond this the second empty line goes: the verdict stays in sight on 24 lines. */
  private static final int ROOMY_LINES = 21;

  private static final int INLINE_CPUS = 16;

  private final Options options;
  private final Style style;

  /**
   * How to write.
   *
   * @param width columns; less than 72 counts as 72
   * @param color whether the terminal shows ANSI colours
   * @param unicode whether it shows block characters
   */
  public record Options(int width, boolean color, boolean unicode) {
    public Options {
      width = Math.max(72, width);
    }

    /** For a pipe or a file. */
    public static Options plain() {
      return new Options(80, false, false);
    }
  }

  public TextReport(Options options) {
    this.options = options;
    this.style = new Style(options.color(), options.unicode());
  }

  /** Writes the report without a price. */
  public void render(Diagnosis diagnosis, Appendable out) throws IOException {
    render(diagnosis, Optional.empty(), out);
  }

  /**
   * Writes the report.
   *
   * @param price of the first lock, where it has one
   */
  public void render(Diagnosis diagnosis, Optional<LockPrice> price, Appendable out)
      throws IOException {
    List<String> lines = new ArrayList<>();
    verdict(diagnosis, price, lines);
    new LedgerText(options.width(), style).add(diagnosis, lines);
    lines.add("");
    curve(diagnosis.curve(), lines);
    cores(diagnosis, lines);
    new LockTableText(options.width(), style).add(diagnosis, lines);
    price
        .filter(known -> known.belongsTo(diagnosis.verdict()))
        .ifPresent(
            known -> field(PriceWords.label(known), PriceWords.price(known, diagnosis), lines));
    phases(diagnosis, lines);
    process(diagnosis, lines);
    progress(diagnosis, lines);
    diagnosis.limits().forEach(limit -> limit(limit, lines));
    recorded(diagnosis, lines);
    NextStepWords.cheapest(diagnosis).ifPresent(step -> suggestion("Cheapest", step, lines));
    suggestion("Next", NextStepWords.next(diagnosis, price), lines);
    if (lines.size() > ROOMY_LINES) {
      lines.remove(lines.lastIndexOf(""));
    }
    for (String line : lines) {
      out.append(style.text(line).stripTrailing()).append('\n');
    }
  }

  private void recorded(Diagnosis diagnosis, List<String> lines) {
    String clean = Wrap.printable(Facts.recorded(diagnosis));
    int room = options.width() - LABEL_WIDTH;
    lines.add(
        label("Recorded") + (clean.length() > room ? clean.substring(0, room - 1) + "…" : clean));
  }

  private void verdict(Diagnosis diagnosis, Optional<LockPrice> price, List<String> lines) {
    FindingKind kind = diagnosis.verdict().kind();
    for (String line :
        Wrap.words(FindingWords.verdict(diagnosis.verdict(), price), options.width())) {
      lines.add(
          switch (kind) {
            case HEALTHY -> style.green(line);
            case IDLE, UNKNOWN, MACHINE_BUSY -> style.yellow(line);
            default -> style.red(line);
          });
    }
    FindingWords.assumption(diagnosis.verdict())
        .ifPresent(
            text ->
                Wrap.words(text, options.width() - 2)
                    .forEach(line -> lines.add("  " + style.dim(line))));
    if (kind != FindingKind.NEGATIVE_SCALING) {
      CurveWords.best(diagnosis.curve()).ifPresent(line -> indented(line, lines));
    }
    FindingWords.calledAt(diagnosis).ifPresent(line -> indented(line, lines));
    FindingWords.evidenceBesides(diagnosis.verdict()).forEach(line -> indented(line, lines));
    diagnosis.findings().stream()
        .filter(finding -> finding.kind() == FindingKind.HOLDER_DESCHEDULED)
        .forEach(finding -> indented(FindingWords.text(finding), lines));
  }

  private void limit(Limit limit, List<String> lines) {
    if (limit instanceof Limit.Noted noted && noted.note() instanceof Note.RemedyUse use) {
      field("Remedy", use.remedy() + ": " + LimitWords.remedy(use), lines);
    } else if (limit instanceof Limit.Noted noted && noted.note() instanceof Note.ToldCpus) {
      field("Option", LimitWords.text(limit), lines);
    } else {
      field("Not seen", LimitWords.text(limit), lines);
    }
  }

  private void indented(String text, List<String> lines) {
    String indent = "  ";
    for (String part : Wrap.words(text, options.width() - indent.length())) {
      lines.add(indent + part);
    }
  }

  private void curve(CoreCurve curve, List<String> lines) {
    if (curve.known()) {
      field("Curve", CurveWords.line(curve), lines);
      Wrap.words(CurveWords.assumption(curve), options.width() - LABEL_WIDTH)
          .forEach(line -> lines.add(label("") + style.dim(line)));
    }
  }

  private void cores(Diagnosis diagnosis, List<String> lines) {
    Cores cores = diagnosis.cores();
    if (!cores.known()) {
      field("Cores", Facts.cores(cores, ""), lines);
      return;
    }
    String perCpu =
        cores.perCpu().isEmpty() || cores.perCpu().size() > INLINE_CPUS
            ? ""
            : " (" + resample(cores.perCpu(), cores.perCpu().size()) + ")";
    field("Cores", Facts.cores(cores, perCpu), lines);
    int room = options.width() - LABEL_WIDTH;
    lines.add(label("over time") + style.cyan(resample(cores.timeline(), room)));
    if (cores.perCpu().size() > INLINE_CPUS) {
      lines.add(
          label("per CPU")
              + style.cyan(resample(cores.perCpu(), Math.min(room, cores.perCpu().size()))));
    }
  }

  /** Means of as many groups as there are columns; few values take several columns each. */
  private String resample(List<Double> values, int columns) {
    StringBuilder bars = new StringBuilder();
    int width = Math.max(1, Math.min(columns, Math.max(values.size(), columns)));
    for (int i = 0; i < width && !values.isEmpty(); i++) {
      int from = (int) ((long) i * values.size() / width);
      int to = Math.max(from + 1, (int) ((long) (i + 1) * values.size() / width));
      double sum = 0;
      for (int j = from; j < to; j++) {
        sum += values.get(j);
      }
      bars.append(style.level(sum / (to - from)));
    }
    return bars.toString();
  }

  private void phases(Diagnosis diagnosis, List<String> lines) {
    List<Phase> phases = diagnosis.phases();
    double seconds = diagnosis.recording().durationNanos() / 1e9;
    StringBuilder text = new StringBuilder();
    for (Phase phase : phases.subList(0, Math.min(6, phases.size()))) {
      text.append(text.length() > 0 ? " · " : "")
          .append(LedgerWords.span(phase.fromSecond(), Math.min(seconds, phase.toSecond())))
          .append(" s ")
          // Its threads may wait for something, of which the ledger tells.
          .append(phase.kind() == Phase.Kind.IDLE ? "cores idle" : phase.kind().label());
      if (phase.kind() == Phase.Kind.PARALLEL || phase.kind() == Phase.Kind.SERIAL) {
        text.append(' ').append(Amounts.three(phase.busyCores())).append(" cores");
      }
    }
    if (phases.size() > 6) {
      text.append(" · and ").append(phases.size() - 6).append(" more");
    }
    field("Phases", text.toString(), lines);
    phases.stream()
        .filter(phase -> phase.kind() == Phase.Kind.SERIAL)
        .max((a, b) -> Integer.compare(a.seconds(), b.seconds()))
        .ifPresent(
            phase -> {
              if (diagnosis.verdict().kind() == FindingKind.SERIAL_PHASE) {
                serialStack(phase, lines);
              } else {
                serialSite(phase, lines);
              }
            });
  }

  /** One line where another finding is the verdict, so that all stays on one screen. */
  private void serialSite(Phase phase, List<String> lines) {
    int room = options.width() - LABEL_WIDTH;
    String thread = phase.thread().isEmpty() ? "busy thread" : "thread " + phase.thread();
    phase
        .site()
        .ifPresent(
            site -> {
              String at = thread + " in ";
              String place = Wrap.shortenPackages(site.toString(), room - at.length());
              lines.add(label("") + Wrap.middle(at + place, room));
            });
  }

  private void serialStack(Phase phase, List<String> lines) {
    int room = options.width() - LABEL_WIDTH;
    String thread = phase.thread().isEmpty() ? "busy thread" : "thread " + phase.thread();
    lines.add(
        label("")
            + Wrap.middle(
                thread + (phase.stack().isEmpty() ? ": no stack was sampled" : ":"), room));
    for (Frame frame : topAndApplication(phase)) {
      String text = Wrap.shortenPackages(frame.toString(), room - 5);
      lines.add(label("") + "  at " + Wrap.middle(text, room - 5));
    }
  }

  /** The innermost frame, and then the application's, which it may have reached by recursion. */
  private static List<Frame> topAndApplication(Phase phase) {
    List<Frame> stack = phase.stack();
    int site = phase.site().map(stack::indexOf).orElse(0);
    List<Frame> shown = new ArrayList<>();
    if (site > 0) {
      shown.add(stack.get(0));
    }
    shown.addAll(stack.subList(site, stack.size()));
    return shown.subList(0, Math.min(MAX_FRAMES, shown.size()));
  }

  private void process(Diagnosis diagnosis, List<String> lines) {
    field("GC", Facts.gc(diagnosis.process()), lines);
    Facts.process(diagnosis.process()).ifPresent(text -> field("Process", text, lines));
  }

  private void progress(Diagnosis diagnosis, List<String> lines) {
    Facts.progress(diagnosis).ifPresent(text -> field("Progress", text, lines));
  }

  private void field(String label, String text, List<String> lines) {
    List<String> parts = Wrap.words(text, options.width() - LABEL_WIDTH);
    for (int i = 0; i < parts.size(); i++) {
      lines.add(label(i == 0 ? label : "") + parts.get(i));
    }
  }

  /** A command that is longer than the line has lines of its own, which can be pasted as well. */
  private void suggestion(String label, Suggestion step, List<String> lines) {
    int room = options.width() - LABEL_WIDTH;
    if (step.command().isEmpty() || step.line().length() <= room) {
      field(label, step.line(), lines);
      return;
    }
    field(label, step.text(), lines);
    Wrap.command(step.command(), room).forEach(line -> lines.add(label("") + line));
  }

  private String label(String label) {
    return style.bold(label) + " ".repeat(Math.max(1, LABEL_WIDTH - label.length()));
  }
}
