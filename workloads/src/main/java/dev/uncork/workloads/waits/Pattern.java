package dev.uncork.workloads.waits;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Small programs of which it is known what keeps them from their cores, or that nothing does.
 *
 * <p>They say of a verdict whether it is right: its kind has to be one of {@link #kinds} and its
 * text or location has to match {@link #says}.
 */
public enum Pattern {
  IO_UNDER_STATIC_LOCK("contended-lock", "Journal|append", Locks::ioUnderStaticLock),
  SLOW_READERS("contended-lock", "ReadWriteLock|slowReaders", Locks::slowReaders),
  STAMPED("contended-lock", "StampedLock|stamped", Locks::stamped),
  STRIPES("contended-lock", "Stripe", Locks::stripes),
  HOT_SECTION("contended-lock", "ReentrantLock|hotSection", Locks::hotSection),
  CROSSED_LOCKS("deadlock", "", Locks::crossedLocks),
  UPGRADE("deadlock|contended-lock", "ReadWriteLock|upgrade|each other", Locks::upgrade),
  CLASS_INITIALIZATION("class-initialization|serial-phase", "Rates", Locks::classInitialization),

  SEMAPHORE("permits-exhausted", "Semaphore|semaphore", Limits::semaphore),
  HAND_MADE_POOL("pool-too-small|permits-exhausted", "Sessions|checkOut", Limits::handMadePool),
  BUFFER_POOL("pool-too-small|permits-exhausted", "BufferPool", Limits::bufferPool),
  DEQUE_OF_CONNECTIONS(
      "pool-too-small|permits-exhausted", "dequeOfConnections|Deque", Limits::dequeOfConnections),
  SMALL_POOL("pool-too-small", "pool-", Limits::smallPool),
  ONE_WORKER("pool-too-small", "pool-", Limits::oneWorker),
  BLOCKED_COMMON_POOL(
      "pool-too-small|timed-wait", "fetch|commonPool|common pool", Limits::blockedCommonPool),
  BLOCKED_FORK_JOIN_POOL(
      "pool-too-small|timed-wait", "fetch|ForkJoinPool", Limits::blockedForkJoinPool),
  STARVATION("deadlock|pool-too-small", "pool-|starvation", Limits::starvation),

  MAILBOX("slow-consumer", "Mailbox|postman|sort", Hands::mailbox),
  PIPE("slow-consumer", "Piped|compress|pipe", Hands::pipe),
  HANDED_TO_ONE("slow-consumer", "SynchronousQueue|cashier", Hands::handedToOne),
  LOG_WRITER("slow-consumer", "audit-writer|logWriter|ArrayBlockingQueue", Hands::logWriter),
  ONE_PARSER("slow-producer|serial-phase", "parser|oneParser", Hands::oneParser),
  SLOW_SOURCE("slow-producer|timed-wait", "sensor|slowSource|Acts.pause", Hands::slowSource),
  EXCHANGER("hand-over|dependent-steps", "exchanger|player", Hands::exchanger),
  PING_PONG("hand-over|dependent-steps", "pingPong|calle", Hands::pingPong),
  SERIAL_MERGE("serial-phase", "merge|driver|Acts.work", Hands::serialMerge),
  BUSY_LOOP("serial-phase|slow-consumer|pool-too-small", "event-loop|handle", Hands::busyLoop),
  HEAVY_ELEMENT("straggler|serial-phase", "heavyElement|Acts.work", Hands::heavyElement),
  SLOW_PARTY("straggler|barrier", "edge|slowParty", Hands::slowParty),
  LONG_TASK("straggler|dependent-steps", "longTask|Acts.work", Hands::longTask),
  CHAIN("dependent-steps", "transform|chain|Acts.work", Hands::chain),

  HTTP_SYNC("remote-wait", "httpSync|127.0.0.1|localhost", Outside::httpSync),
  HTTP_ASYNC("remote-wait", "httpAsync|127.0.0.1|localhost", Outside::httpAsync),
  SOCKET("remote-wait", "socket", Outside::socket),
  DATAGRAMS("remote-wait", "resolve", Outside::datagrams),
  SYNC_WRITES("storage-wait", "syncWrites|blocks", Outside::syncWrites),
  SYNCED_FILE("storage-wait", "flush|pages", Outside::syncedFile),
  RATE_LIMITER("timed-wait", "Throttle|acquire", Outside::rateLimiter),
  RETRIES("timed-wait", "retries", Outside::retries),
  DELAYED_STEPS("timed-wait|dependent-steps", "delayedSteps", Outside::delayedSteps),
  CHILDREN("child-process", "children|sleep", Outside::children),
  CHILDRENS_OUTPUT("child-process", "childrensOutput|sh", Outside::childrensOutput),
  POLLED_FILE("timed-wait", "polledFile|Acts.pause", Outside::polledFile),

  SPIN_LOCK("spinning|atomic-retries", "spin|Gate|retr|tried again", Sharing::spinLock),
  REPLACED_RECORD("atomic-retries", "trade|position", Sharing::replacedRecord),
  HOT_COUNTER("shared-line", "hotCounter|visits|AtomicLong|cache line", Sharing::hotCounter),
  NEIGHBOURS("shared-line", "hit|neighbours|Tally|cache line", Sharing::neighbours),
  READERS_ONLY("shared-line|atomic-retries", "ReadWriteLock|readersOnly", Sharing::readersOnly),
  STAMPED_READERS("shared-line|atomic-retries", "StampedLock|stamped", Sharing::stampedReaders),
  POLLING("spinning", "awaitNext|polling|published", Sharing::polling),
  SHARED_RANDOM("atomic-retries|shared-line", "Random|sharedRandom", Sharing::sharedRandom),

  SHORT_LIVED("healthy|machine-busy", "", Sharing::shortLived),
  SURVIVORS("healthy|machine-busy", "", Sharing::survivors),
  LARGE_TABLES("healthy|machine-busy|memory-bound", "", Sharing::largeTables),
  QUIET_LOOP("idle|healthy", "", Sound::quietLoop),
  LIGHT_SERVER("idle|healthy|machine-busy", "", Sound::lightServer),
  BUSY_SERVER("idle|healthy|machine-busy", "", Sound::busyServer),
  DONE_BATCH("idle|healthy", "", Sound::doneBatch),
  HOUSEKEEPING("idle|healthy", "", Sound::housekeeping),
  QUIET_QUEUE("idle|healthy", "", Sound::quietQueue),
  KEPT_ALIVE("idle|healthy", "", Sound::keptAlive),
  EVEN_STREAM("healthy|machine-busy", "", Sound::evenStream),
  EVEN_POOL("healthy|machine-busy", "", Sound::evenPool),
  ONE_THREAD("serial-phase|too-few-threads", "solver|oneThread|Acts", Sound::oneThread),
  FULL_HEAP("gc", "", Sound::fullHeap, "-Xmx96m"),
  EXPLICIT_GC("gc", "explicitGc", Sound::explicitGc),

  THREAD_DUMPS("safepoints", "watcher|threadDumps", RunTime::threadDumps),
  HISTOGRAMS("safepoints", "counter|histograms", RunTime::histograms),
  CLASS_PER_REQUEST("class-loading", "define|classPerRequest", RunTime::classPerRequest),
  CALM_WATCHER("healthy|machine-busy", "", RunTime::calmWatcher),
  CLASSES_AT_THE_START("healthy|machine-busy", "", RunTime::classesAtTheStart),

  SLEEPY_CONSUMER(
      "slow-consumer", "upload|crawler|LinkedBlockingQueue", Misleading::sleepyConsumer),
  LATE_TIMERS("pool-too-small", "timer|refresh", Misleading::lateTimers),
  QUEUE_AS_STACK("contended-lock|hand-over", "LinkedBlockingQueue", Misleading::queueAsStack),
  SHORT_ROUNDS("serial-phase", "driver|shortRounds|Acts.work", Misleading::shortRounds),
  WANDERING_STRAGGLER(
      "straggler|serial-phase", "pool-|wandering|Acts.work", Misleading::wanderingStraggler),
  LATE_FOR_THE_LATCH("straggler|serial-phase", "part-|Acts.work", Misleading::lateForTheLatch),
  SHARED_SELECTOR("idle|healthy", "", Misleading::sharedSelector),
  TWICE_AS_MANY_THREADS("healthy|machine-busy", "", Misleading::twiceAsManyThreads),
  NOTHING_BUT_COUNTING(
      "shared-line|atomic-retries", "VISITORS|nothingButCounting", Misleading::nothingButCounting),
  CELLS_SIDE_BY_SIDE("shared-line", "CELLS|cellsSideBySide", Misleading::cellsSideBySide),
  SERVER_WITHIN("remote-wait", "Connected.ask|127|::1", Connected::serverWithin),
  CALM_CLIENTS("idle|healthy", "", Connected::calmClients);

  private static final Set<Pattern> FIXABLE =
      EnumSet.of(
          STAMPED,
          STRIPES,
          HOT_SECTION,
          SEMAPHORE,
          HAND_MADE_POOL,
          BUFFER_POOL,
          DEQUE_OF_CONNECTIONS,
          SMALL_POOL,
          ONE_WORKER,
          BLOCKED_FORK_JOIN_POOL,
          MAILBOX,
          HANDED_TO_ONE,
          LOG_WRITER,
          ONE_PARSER,
          SLOW_SOURCE,
          SERIAL_MERGE,
          HEAVY_ELEMENT,
          SLOW_PARTY,
          LONG_TASK,
          HTTP_SYNC,
          HTTP_ASYNC,
          SOCKET,
          DATAGRAMS,
          SYNC_WRITES,
          SYNCED_FILE,
          RATE_LIMITER,
          RETRIES,
          DELAYED_STEPS,
          CHILDREN,
          CHILDRENS_OUTPUT,
          POLLED_FILE,
          SPIN_LOCK,
          REPLACED_RECORD,
          HOT_COUNTER,
          NEIGHBOURS,
          READERS_ONLY,
          STAMPED_READERS,
          SHARED_RANDOM,
          ONE_THREAD,
          FULL_HEAP,
          EXPLICIT_GC,
          THREAD_DUMPS,
          HISTOGRAMS,
          SLEEPY_CONSUMER,
          SHORT_ROUNDS,
          WANDERING_STRAGGLER,
          LATE_FOR_THE_LATCH,
          CELLS_SIDE_BY_SIDE,
          SERVER_WITHIN);

  private final List<String> kinds;

  private final String says;
  private final Acts.Step program;
  private final List<String> jvmArguments;

  Pattern(String kinds, String says, Acts.Step program, String... jvmArguments) {
    this.kinds = List.of(kinds.split("\\|"));
    this.says = says;
    this.program = program;
    this.jvmArguments = List.of(jvmArguments);
  }

  /** The kinds of verdict that are right, the best first. */
  public List<String> kinds() {
    return kinds;
  }

  /** Regular expression that a right verdict's text or location contains; empty where any does. */
  public String says() {
    return says;
  }

  /** Options that its JVM needs. */
  public List<String> jvmArguments() {
    return jvmArguments;
  }

  /** Whether it can run without its fault, at the same work. */
  public boolean fixable() {
    return FIXABLE.contains(this);
  }

  /** Whether nothing is wrong with it. */
  public boolean sound() {
    return kinds.contains("healthy");
  }

  /**
   * Runs one of them.
   *
   * @param args its name in any case, for how many seconds, and {@code fixed} for the program
   *     without its fault if it is {@link #fixable}
   */
  public static void main(String[] args) throws Exception {
    if (args.length > 2 && args[2].equals("fixed")) {
      Acts.fix();
    }
    valueOf(args[0].toUpperCase(Locale.ROOT).replace('-', '_')).program.run();
    Acts.measure(Duration.ofSeconds(Long.parseLong(args[1])));
    System.exit(0);
  }
}
