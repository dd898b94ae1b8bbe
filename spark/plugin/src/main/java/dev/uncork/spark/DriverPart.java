package dev.uncork.spark;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.base.PluginSettings;
import dev.uncork.spark.driver.DriverWatch;
import dev.uncork.spark.ledger.LedgerSource;
import dev.uncork.spark.ledger.RunningApplication;
import dev.uncork.spark.locks.BiasedLocking;
import dev.uncork.spark.ui.ScalingListener;
import dev.uncork.spark.ui.ScalingTab;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;

/** The plugin in the driver: hands everything to {@link Executors}, and never fails. */
final class DriverPart implements DriverPlugin {
  private static final String EXECUTOR_OPTIONS = "spark.executor.extraJavaOptions";
  private static final long GOODBYE_SECONDS = 5;
  private static final String QUIET_AGENT = "-XX:+EnableDynamicAgentLoading";

  private volatile @Nullable Executors executors;
  private @Nullable SparkContext spark;
  private @Nullable DriverWatch watch;
  private LedgerSource running = () -> null;

  @Override
  public Map<String, String> init(SparkContext context, PluginContext plugin) {
    try {
      PluginSettings settings = PluginSettings.of(plugin.conf());
      Executors known = new Executors(settings.numa(), event -> context.listenerBus().post(event));
      context.addSparkListener(known.listener());
      showEvents(context);
      watch(context);
      if (settings.reserve()) {
        BiasedLocking.addTo(plugin.conf());
      }
      if (settings.profile() || settings.reserve()) {
        allowAgent(plugin.conf());
      }
      spark = context;
      executors = known;
    } catch (Throwable e) {
      Log.failed("the plugin isn't working in the driver", e);
    }
    return Map.of();
  }

  /** Now, since in local mode the one executor tells where it is before metrics are registered. */
  private static void showEvents(SparkContext context) {
    try {
      if (context.ui().isDefined()) {
        context.addSparkListener(new ScalingListener(context.statusStore().store()));
      }
    } catch (LinkageError | RuntimeException e) {
      Log.failed("the Scaling tab will be empty", e);
    }
  }

  /** The application as a whole, on a queue of its own: nobody else waits for it. */
  private void watch(SparkContext context) {
    try {
      RunningApplication application = new RunningApplication();
      application.begin(context.version());
      context.listenerBus().addToQueue(application, "uncork");
      DriverWatch watching = new DriverWatch(event -> context.listenerBus().post(event));
      context.listenerBus().addToQueue(watching.listener(), "uncork");
      watching.start();
      running = application;
      watch = watching;
    } catch (LinkageError | RuntimeException e) {
      Log.failed("the application as a whole is not explained", e);
    }
  }

  /** JDK 21 and newer warn of agents that are loaded later, unless that was allowed. */
  private static void allowAgent(SparkConf conf) {
    String options = conf.get(EXECUTOR_OPTIONS, "");
    if (!options.contains("EnableDynamicAgentLoading")) {
      conf.set(EXECUTOR_OPTIONS, (options + " " + QUIET_AGENT).strip());
    }
  }

  @Override
  public void registerMetrics(String applicationId, PluginContext plugin) {
    SparkContext context = spark;
    try {
      if (context != null && context.ui().isDefined()) {
        ScalingTab.attach(context.ui().get(), applicationId, running);
      }
    } catch (Throwable e) {
      Log.failed("the UI has no Scaling tab", e);
    }
  }

  @Override
  public @Nullable Object receive(Object message) {
    try {
      Executors known = executors;
      return known == null ? null : known.receive(Message.read(message));
    } catch (Throwable e) {
      Log.failed("an executor's message could not be read", e);
      return null;
    }
  }

  @Override
  public void shutdown() {
    try {
      Executors known = executors;
      if (known != null) {
        for (String silent : known.awaitGoodbyes(TimeUnit.SECONDS.toNanos(GOODBYE_SECONDS))) {
          Log.failed(
              "executor "
                  + silent
                  + " said no goodbye within "
                  + GOODBYE_SECONDS
                  + " s: its last figures are missing, and its last recording may be");
        }
      }
      DriverWatch watching = watch;
      if (watching != null) {
        watching.stop();
      }
    } catch (Throwable e) {
      Log.failed("the plugin did not stop in order", e);
    }
  }
}
