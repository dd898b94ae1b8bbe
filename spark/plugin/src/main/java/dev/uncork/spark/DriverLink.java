package dev.uncork.spark;

import dev.uncork.spark.base.Log;
import java.io.Serializable;
import java.time.Duration;
import java.util.HashMap;
import org.apache.spark.api.plugin.PluginContext;

/** An executor's line to the driver, which may be dead: nothing here takes longer than it may. */
final class DriverLink {
  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final PluginContext context;
  private final Duration pause;
  private boolean lost;

  DriverLink(PluginContext context) {
    this(context, PAUSE);
  }

  /** One that asks again after another pause. */
  DriverLink(PluginContext context, Duration pause) {
    this.context = context;
    this.pause = pause;
  }

  /**
   * Asks something and waits two seconds at most; it goes on being asked in the background for ten
   * minutes.
   */
  Question ask(HashMap<String, Serializable> question) throws InterruptedException {
    Question asked = Question.start(() -> context.ask(question), pause, PATIENCE);
    asked.awaitFirstAttempt(WAIT);
    lost = !asked.done(); // Who asked says so.
    return asked;
  }

  /** Tells something; the first failure in a row is said. */
  void tell(HashMap<String, Serializable> message) {
    try {
      context.send(message);
      lost = false;
    } catch (Exception e) {
      if (!lost) {
        Log.failed("can't tell the driver what this executor does", e);
      }
      lost = true;
    }
  }
}
