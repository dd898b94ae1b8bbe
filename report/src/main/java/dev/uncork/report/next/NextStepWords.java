package dev.uncork.report.next;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.NextStep;
import dev.uncork.diagnosis.curve.CurvePoint;
import dev.uncork.protocol.RemedyName;
import dev.uncork.report.words.Amounts;
import java.util.List;
import java.util.Optional;

/** What to do next, with a command that can be pasted. */
public final class NextStepWords {
  private static final String RUN = "run";
  private static final List<String> FOR_A_WHILE = List.of("--for", "30s");

  private final Diagnosis diagnosis;
  private final ProgramCommand program;

  private NextStepWords(Diagnosis diagnosis) {
    this.diagnosis = diagnosis;
    this.program = new ProgramCommand(diagnosis.recording().collector());
  }

  /** The one thing to do. */
  public static Suggestion next(Diagnosis diagnosis) {
    return new NextStepWords(diagnosis).next();
  }

  /** What costs nothing but a command, where that isn't the next step anyway. */
  public static Optional<Suggestion> cheapest(Diagnosis diagnosis) {
    NextStepWords words = new NextStepWords(diagnosis);
    return words.isCheapest() ? Optional.empty() : words.onFewerCores();
  }

  /** How to run on the number of cores that was fastest, if that isn't all of them. */
  public static Optional<Suggestion> fewerCores(Diagnosis diagnosis) {
    return new NextStepWords(diagnosis).onFewerCores();
  }

  /** Whether what was measured to be faster is better than what may be so. */
  private boolean isCheapest() {
    return switch (diagnosis.nextStep()) {
      case USE_FEWER_CORES, USE_FEWER_THREADS, KEEP_HOLDERS_RUNNING ->
          diagnosis.curve().best().isPresent();
      default -> false;
    };
  }

  private Suggestion next() {
    if (isCheapest()) {
      return onFewerCores().orElseThrow();
    }
    NextStep step = diagnosis.nextStep();
    return switch (step) {
      case SHORTEN_HOLDS ->
          change(
              "Shorten the critical section or enter it less often, then compare with uncork"
                  + " diff.");
      case ENLARGE_POOL ->
          change(
              "Enlarge the pool, or hold what it gives out for a shorter time, then compare with"
                  + " uncork diff.");
      case SHORTEN_WAIT ->
          change(
              "Make what is waited for faster, or do more of it at a time, then compare with"
                  + " uncork diff.");
      case AVOID_EXCEPTIONS ->
          change(
              "Test for the bad case instead of catching an exception, then compare with uncork"
                  + " diff.");
      case UPDATE_APART ->
          change(
              "Give each thread a value of its own, padded or in a LongAdder, then compare with"
                  + " uncork diff.");
      case WAIT_ASLEEP ->
          change(
              "Let threads sleep while they wait (a lock, a queue, park), then compare with"
                  + " uncork diff.");
      case TOUCH_LESS_MEMORY ->
          change(
              "Touch less memory, or the same again while it is in the cache, then compare with"
                  + " uncork diff.");
      case USE_FEWER_CORES ->
          new Suggestion(
              "Start fewer threads, or look for what they share:",
              program.start(List.of("tune"), List.of()));
      case ENLARGE_CODE_CACHE ->
          withOption("Give compiled code more room", JvmSizes.codeCache(program.jvmOptions()));
      case ASK_LESS_OFTEN ->
          change("Ask for it less often, or of fewer threads, then compare with uncork diff.");
      case KEEP_CLASSES ->
          change("Load or generate each class once and keep it, then compare with uncork diff.");
      case UNPIN ->
          change(
              "Wait outside of synchronized blocks (before JDK 24), class initialisers and native"
                  + " calls, then compare with uncork diff.");
      case ORDER_LOCKS -> change("Take these locks in the same order everywhere.");
      case RAISE_QUOTA -> change("Raise the control group's CPU limit, or start fewer threads.");
      case USE_FEWER_THREADS ->
          change("Start as many threads as there are cores, then compare with uncork diff.");
      case KEEP_HOLDERS_RUNNING ->
          remedy("Keep its holders on their cores:", RemedyName.NOPREEMPT.label());
      case PARALLELIZE -> change("Split that work among threads, then compare with uncork diff.");
      case COLLECT_UNASKED ->
          withOption("Let the JVM decide when to collect", "-XX:+DisableExplicitGC");
      case ENLARGE_HEAP -> biggerHeap();
      case WRITE_LESS ->
          change("Write less (log level, buffering), then compare with uncork diff.");
      case ADD_THREADS -> change("Give it more worker threads, then compare with uncork diff.");
      case WAIT_FOR_QUIET -> again("Record again when the machine is quiet:");
      case RECORD_UNDER_LOAD ->
          new Suggestion("Record it under load:", program.attach(FOR_A_WHILE));
      case NOTHING -> change("Nothing to fix here. Try more load or more cores.");
      case RECORD_LONGER -> again("Record at least 10 s under load:");
      case RECORD_WITH_UNCORK ->
          change(
              "Record with Uncork: "
                  + String.join(" ", program.start(List.of(RUN), List.of()))
                  + "   or   "
                  + String.join(" ", program.attach(FOR_A_WHILE)));
    };
  }

  private static Suggestion change(String text) {
    return new Suggestion(text, List.of());
  }

  private Suggestion again(String text) {
    return new Suggestion(
        text,
        program.attached() ? program.attach(FOR_A_WHILE) : program.start(List.of(RUN), List.of()));
  }

  private Suggestion remedy(String text, String remedy) {
    List<String> words = List.of("--remedy", remedy);
    return new Suggestion(
        text,
        program.attached()
            ? program.attach(words)
            : program.start(List.of(RUN, words.get(0), words.get(1)), List.of()));
  }

  /** A program that runs takes no option any more. */
  private Suggestion withOption(String text, String option) {
    return program.attached()
        ? change(text + ": start it with " + option + ".")
        : new Suggestion(text + ":", program.start(List.of(RUN), List.of(option)));
  }

  private Suggestion biggerHeap() {
    return JvmSizes.moreHeap(diagnosis.recording().jvm().heap())
        .map(option -> withOption("Try a bigger heap, if memory allows", option))
        .orElse(change("Try a bigger heap: -Xmx of java."));
  }

  private Optional<Suggestion> onFewerCores() {
    Optional<CurvePoint> best = diagnosis.curve().best();
    return best.map(
        point ->
            remedy(
                "Run it on "
                    + Amounts.cores(point.cores())
                    + ", which is "
                    + Amounts.few(point.speed().value())
                    + " times as fast:",
                RemedyName.CORES.label() + "=" + point.cores()));
  }
}
