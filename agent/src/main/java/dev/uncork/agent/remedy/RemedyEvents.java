package dev.uncork.agent.remedy;

import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyState;
import dev.uncork.recording.event.RemedyEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of a remedy's targets, on its way into the recording.
 *
 * <p>Told at any time, and written by {@link #drain} when the recording has started. Never at once:
 * classes are rewritten while they are loaded, and committing an event may load others, which no
 * transformer would see. Before the recording has started, not even the class of the event may be
 * initialized: that registers it, and JFR, which may just be registering it itself, would wait for
 * us and we for it.
 */
public final class RemedyEvents {
  private final RemedyName remedy;
  private List<Told> waiting = new ArrayList<>();
  private boolean recording;

  /** One event to be. */
  private record Told(String target, RemedyState state, String detail) {}

  /** Tells nothing yet. */
  public RemedyEvents(RemedyName remedy) {
    this.remedy = remedy;
  }

  /** Tells what happened to something. */
  public synchronized void tell(String target, RemedyState state, String detail) {
    waiting.add(new Told(target, state, detail));
  }

  /** The recording has started. */
  public void recordingStarted() {
    synchronized (this) {
      recording = true;
    }
    drain();
  }

  /** Writes what was told since the last time into the recording. */
  public void drain() {
    for (Told told : take()) {
      RemedyEvent event = new RemedyEvent();
      event.remedy = remedy.label();
      event.target = told.target();
      event.state = told.state().label();
      event.detail = told.detail();
      event.commit();
    }
  }

  private synchronized List<Told> take() {
    if (!recording) {
      return List.of();
    }
    List<Told> taken = waiting;
    waiting = new ArrayList<>();
    return taken;
  }
}
