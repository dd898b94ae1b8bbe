package dev.uncork.report.next;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.NextStep;
import dev.uncork.diagnosis.curve.CurvePoint;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.price.LockPrice;
import dev.uncork.protocol.RemedyName;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.PriceWords;
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

  /**
   * The one thing to do.
   *
   * @param price of a lock, if known: it may tell what more cores would meet
   */
  public static Suggestion next(Diagnosis diagnosis, Optional<LockPrice> price) {
    NextStepWords words = new NextStepWords(diagnosis);
    Optional<LockPrice> ahead = price.filter(known -> words.isAhead(known));
    return ahead.map(words::moreCores).orElseGet(words::next);
  }

  /** Whether there is nothing to fix here, and a lock that many cores would wait for. */
  private boolean isAhead(LockPrice price) {
    return diagnosis.verdict().kind() == FindingKind.HEALTHY
        && !isCheapest()
        && diagnosis.curve().perhapsBest().isEmpty()
        && price.belongsTo(diagnosis.verdict())
        && price.onManyCores().filter(gain -> gain.low() >= 1).isPresent();
  }

  private Suggestion moreCores(LockPrice price) {
    return change(
        "Nothing to fix on "
            + Amounts.cores(diagnosis.cores().count())
            + ". On many more, "
            + PriceWords.name(price, diagnosis)
            + " would hold it back: uncork predict shows from where on.");
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
      case USE_FEWER_CORES, USE_FEWER_THREADS, KEEP_HOLDERS_RUNNING, ADD_THREADS, NOTHING ->
          diagnosis.curve().best().isPresent();
      default -> false;
    };
  }

  /** The option of the JVM that keeps it from compiling as well as it can. */
  private String option() {
    return diagnosis.verdict() instanceof Finding.Unoptimized verdict
        ? verdict.option()
        : ((Finding.Interpreted) diagnosis.verdict()).code().option();
  }

  private Suggestion next() {
    if (isCheapest()) {
      return onFewerCores().orElseThrow();
    }
    NextStep step = diagnosis.nextStep();
    return switch (step) {
      case SHORTEN_HOLDS -> compare("Shorten the critical section or enter it less often");
      case WAIT_UNLOCKED -> compare("Don't wait while holding that lock");
      case CHANGE_SETTING -> compare("Change what decides on it");
      case ENLARGE_POOL ->
          compare("Enlarge the pool, or hold what it gives out for a shorter time");
      case WAIT_ELSEWHERE ->
          compare(
              "Don't wait for tasks in the pool that does them: give those a pool of their own, or"
                  + " enlarge this one");
      case SHORTEN_WAIT -> compare("Make what is waited for faster, or do more of it at a time");
      case AVOID_EXCEPTIONS -> compare("Test for the bad case instead of catching an exception");
      case UPDATE_APART -> compare("Give each thread a value of its own, padded or in a LongAdder");
      case DRAW_APART ->
          compare("Draw from ThreadLocalRandom.current(), whose seed no other thread updates");
      case READ_COPY ->
          compare("Let readers have an immutable copy, or the read lock after a failed attempt");
      case WAIT_ASLEEP -> compare("Let threads sleep while they wait (a lock, a queue, park)");
      case TOUCH_LESS_MEMORY ->
          compare("Touch less memory, or reuse it while it is still in the cache");
      case USE_FEWER_CORES ->
          new Suggestion(
              "Start fewer threads, or look for what they share:",
              program.start(List.of("tune"), List.of()));
      case ENLARGE_CODE_CACHE ->
          withOption("Give compiled code more room", JvmSizes.codeCache(program.jvmOptions()));
      case WAKE_FEWER ->
          compare(
              "Wake only who can go on (signal or notify instead of all, or a condition for each),"
                  + " or hand over more at a time");
      case SWITCH_LESS ->
          compare(
              "Let each virtual thread do more at a time: hand over many elements at once, or do"
                  + " small steps in one thread");
      case LET_COMPILE ->
          compare(
              "Split methods of more than 8,000 bytes of bytecode: the JVM never compiles them");
      case DROP_OPTION -> compareWithout(option());
      case ASK_LESS_OFTEN -> compare("Ask for it less often, or of fewer threads");
      case CONFINE_MEMORY ->
          compare(
              "Take memory that one thread uses from Arena.ofConfined(), or close a shared arena"
                  + " less often");
      case POLL_IN_LOOPS ->
          compare("Make that loop shorter, or let the JVM stop it: -XX:+UseCountedLoopSafepoints");
      case KEEP_CLASSES -> compare("Load or generate each class or method handle once and keep it");
      case UNPIN ->
          compare(
              "Wait outside of synchronized blocks (before JDK 24), class initialisers and native"
                  + " calls");
      case ORDER_LOCKS -> change("Take these locks in the same order everywhere.");
      case TAKE_ONCE ->
          change(
              "Give each permit back in a finally block, and let a task take all the permits that it"
                  + " needs at once.");
      case LEAVE_ROOM ->
          change(
              "Don't let the threads that empty a queue wait for room in it: let it grow, or do at"
                  + " once what finds no room.");
      case RAISE_QUOTA -> change("Raise the control group's CPU limit, or start fewer threads.");
      case USE_FEWER_THREADS -> compare("Start as many threads as there are cores");
      case KEEP_HOLDERS_RUNNING ->
          remedy("Keep its holders on their cores:", RemedyName.NOPREEMPT.label());
      case PARALLELIZE -> compare("Split that work among threads");
      case COLLECT_UNASKED ->
          withOption("Let the JVM decide when to collect", "-XX:+DisableExplicitGC");
      case CLOSE_OBJECTS ->
          compare("Give these objects a close method or a Cleaner instead of finalize");
      case REUSE_BUFFERS -> compare("Reuse direct buffers instead of allocating new ones");
      case ENLARGE_HEAP -> biggerHeap();
      case WRITE_LESS -> compare("Write less (log level, buffering)");
      case ADD_THREADS -> compare("Give it more worker threads");
      case WAIT_FOR_QUIET -> again("Record again when the machine is quiet:");
      case RECORD_UNDER_LOAD ->
          new Suggestion("Record it under load:", program.attach(FOR_A_WHILE));
      case NOTHING ->
          diagnosis
              .curve()
              .perhapsBest()
              .map(this::beSure)
              .orElseGet(() -> change(nothing() + " Try more load or more cores."));
      case FIND_SHARED ->
          compare(
              "Look in the hottest code for what several threads write to, and give each its own");
      case RECORD_LONGER -> again("Record at least 10 s under load:");
      case MEASURE_SCALING -> again("See whether all of that is work:", List.of("--experiment"));
      case RECORD_WITH_UNCORK ->
          change(
              "Record with Uncork: "
                  + String.join(" ", program.start(List.of(RUN), List.of()))
                  + "   or   "
                  + String.join(" ", program.attach(FOR_A_WHILE)));
    };
  }

  private String nothing() {
    boolean sure = !(diagnosis.verdict() instanceof Finding.Healthy healthy) || healthy.measured();
    return sure ? "Nothing to fix here." : "Nothing to fix was seen here.";
  }

  private Suggestion beSure(CurvePoint point) {
    return again(
        "It may be faster on "
            + Amounts.cores(point.cores())
            + ", which isn't certain yet. Record it for longer:");
  }

  private static Suggestion change(String text) {
    return new Suggestion(text, List.of());
  }

  /**
   * A change of the program, after which it is recorded again; the two newest recordings are
   * compared then.
   */
  private Suggestion compare(String text) {
    return program.canBeStarted()
        ? new Suggestion(text + ", then compare:", program.startAndCompare())
        : change(text + ", then compare with uncork diff.");
  }

  private Suggestion compareWithout(String option) {
    Suggestion same = compare("Start it without " + option);
    return new Suggestion(
        same.text(), same.command().stream().filter(word -> !word.equals(option)).toList());
  }

  private Suggestion again(String text) {
    return again(text, FOR_A_WHILE);
  }

  private Suggestion again(String text, List<String> attached) {
    return new Suggestion(
        text,
        program.attached() ? program.attach(attached) : program.start(List.of(RUN), List.of()));
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
        .orElse(change("Try a bigger heap (java -Xmx)."));
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
