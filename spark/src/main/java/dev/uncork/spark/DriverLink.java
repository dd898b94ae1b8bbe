package dev.uncork.spark;

import java.io.Serializable;
import java.util.HashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.plugin.PluginContext;

/** An executor's line to the driver, which may be dead: nothing here takes longer than it may. */
final class DriverLink {
  private static final long ANSWER_SECONDS = 2;

  private final PluginContext context;
  private boolean lost;

  DriverLink(PluginContext context) {
    this.context = context;
  }

  /** Asks something, and takes what comes within two seconds. */
  Message ask(HashMap<String, Serializable> question) throws Exception {
    FutureTask<Object> exchange = new FutureTask<>(() -> context.ask(question));
    Thread thread = new Thread(exchange, "uncork-ask"); // Spark's own limit is two minutes
    thread.setDaemon(true);
    thread.start();
    try {
      return Message.read(exchange.get(ANSWER_SECONDS, TimeUnit.SECONDS));
    } catch (TimeoutException e) {
      lost = true; // Who asked says so.
      throw new TimeoutException("the driver did not answer within " + ANSWER_SECONDS + " s");
    } catch (ExecutionException e) {
      lost = true;
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** Tells something; the first failure in a row is said. */
  void tell(HashMap<String, Serializable> message) {
    try {
      context.send(message);
      lost = false;
    } catch (Exception e) {
      if (!lost) {
        Log.failed("the driver can't be told what this executor does", e);
      }
      lost = true;
    }
  }
}
