package dev.uncork.report.words;

import dev.uncork.diagnosis.NextStep;

/** What to do next, with a command that can be typed. */
public final class NextStepWords {
  private NextStepWords() {}

  /** One line. */
  public static String text(NextStep step) {
    String run = "uncork run -- ";
    return switch (step) {
      case SHORTEN_HOLDS ->
          "Shorten the critical section or enter it less often, then compare with uncork diff.";
      case ENLARGE_POOL ->
          "Enlarge the pool, or hold what it gives out for a shorter time, then compare with uncork"
              + " diff.";
      case SHORTEN_WAIT ->
          "Make what is waited for faster, or do more of it at a time, then compare with uncork"
              + " diff.";
      case AVOID_EXCEPTIONS ->
          "Test for the bad case instead of catching an exception, then compare with uncork diff.";
      case UPDATE_APART ->
          "Give each thread a value of its own, padded or in a LongAdder, then compare with uncork"
              + " diff.";
      case WAIT_ASLEEP ->
          "Let threads sleep while they wait (a lock, a queue, park), then compare with uncork"
              + " diff.";
      case TOUCH_LESS_MEMORY ->
          "Touch less memory, or the same again while it is in the cache, then compare with uncork"
              + " diff.";
      case USE_FEWER_CORES ->
          "Start fewer threads, or look for what they share: uncork tune -- java ...";
      case ENLARGE_CODE_CACHE ->
          "Give compiled code more room: " + run + "java -XX:ReservedCodeCacheSize=<more> ...";
      case ASK_LESS_OFTEN ->
          "Ask for it less often, or of fewer threads, then compare with uncork diff.";
      case KEEP_CLASSES ->
          "Load or generate each class once and keep it, then compare with uncork diff.";
      case UNPIN ->
          "Wait outside of synchronized blocks (before JDK 24), class initialisers and native"
              + " calls, then compare with uncork diff.";
      case ORDER_LOCKS -> "Take these locks in the same order everywhere.";
      case RAISE_QUOTA -> "Raise the control group's CPU limit, or start fewer threads.";
      case USE_FEWER_THREADS ->
          "Start as many threads as there are cores, then compare with uncork diff.";
      case KEEP_HOLDERS_RUNNING ->
          "Keep its holders on their cores: uncork run --remedy nopreempt -- java ...";
      case PARALLELIZE -> "Split that work among threads, then compare with uncork diff.";
      case COLLECT_UNASKED ->
          "Let the JVM decide when to collect: " + run + "java -XX:+DisableExplicitGC ...";
      case ENLARGE_HEAP -> "Try a bigger heap: " + run + "java -Xmx<more> ...";
      case WRITE_LESS -> "Write less (log level, buffering), then compare with uncork diff.";
      case ADD_THREADS -> "Give it more worker threads, then compare with uncork diff.";
      case WAIT_FOR_QUIET -> "Record again when the machine is quiet: " + run + "java ...";
      case RECORD_UNDER_LOAD -> "Record it under load: uncork attach PID --for 30s";
      case NOTHING -> "Nothing to fix here. Try more load or more cores.";
      case RECORD_LONGER -> "Record at least 10 s under load: " + run + "java ...";
      case RECORD_WITH_UNCORK ->
          "Record with Uncork: " + run + "java ...   or   uncork attach PID --for 30s";
    };
  }
}
