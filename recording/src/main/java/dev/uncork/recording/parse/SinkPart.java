package dev.uncork.recording.parse;

import dev.uncork.recording.problem.Damage;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/**
 * A part of a sink in a thread of its own, which gets all events in the order of the file. The
 * parser waits while it is some batches behind.
 */
final class SinkPart {
  private static final int MAX_BATCHES = 16;

  private final EventSink.Part part;
  private final Consumer<Damage> failed;
  private final BlockingQueue<List<RecordedEvent>> batches = new ArrayBlockingQueue<>(MAX_BATCHES);
  private final Thread thread = new Thread(this::run, "uncork-recording-sink");

  /** Written by the part's thread, read once that has ended. */
  private long badEvents;

  SinkPart(EventSink.Part part, Consumer<Damage> failed) {
    this.part = part;
    this.failed = failed;
    thread.setDaemon(true);
    thread.start();
  }

  /** Hands events over, which nobody may change any more; an empty batch is the last. */
  void add(List<RecordedEvent> batch) {
    uninterrupted(() -> batches.put(batch));
  }

  /** Waits until it has taken all events. */
  void end() {
    add(List.of());
    uninterrupted(thread::join);
  }

  private static void uninterrupted(Wait wait) {
    boolean interrupted = Thread.interrupted();
    for (boolean done = false; !done; ) {
      try {
        wait.await();
        done = true;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Wait {
    void await() throws InterruptedException;
  }

  /** Events that made no sense to it, once it has ended. */
  long badEvents() {
    return badEvents;
  }

  private void run() {
    boolean works = true;
    try {
      for (List<RecordedEvent> batch = batches.take(); !batch.isEmpty(); batch = batches.take()) {
        works = works && take(batch);
      }
    } catch (InterruptedException e) {
      failed.accept(Damage.Known.INTERRUPTED);
    }
  }

  private boolean take(List<RecordedEvent> batch) {
    try {
      for (RecordedEvent event : batch) {
        if (!makesSense(event)) {
          badEvents++;
        }
      }
      return true;
    } catch (Error e) { // Such as too little memory: the parser must not wait for ever.
      failed.accept(new Damage.ParserFailed(ChunkParse.reason(e)));
      return false;
    }
  }

  private boolean makesSense(RecordedEvent event) {
    try {
      return part.accept(event);
    } catch (RuntimeException e) {
      // Fields that the parser made from damaged bytes fail in many ways; the next event may do.
      return false;
    }
  }
}
