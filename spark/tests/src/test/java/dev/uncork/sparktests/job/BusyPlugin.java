package dev.uncork.sparktests.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/** Another's plugin, to which drivers listen for so long that they hear no other. */
public final class BusyPlugin implements SparkPlugin {
  private static final CountDownLatch DONE = new CountDownLatch(1);

  /** The driver has heard enough. */
  static void end() {
    DONE.countDown();
  }

  @Override
  public DriverPlugin driverPlugin() {
    return new DriverPlugin() {
      @Override
      public Object receive(Object message) throws Exception {
        DONE.await();
        return message;
      }
    };
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext context, Map<String, String> extraConf) {
        try {
          context.send("listen");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }
}
