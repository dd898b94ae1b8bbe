package dev.uncork.spark;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.base.PluginSettings;
import dev.uncork.spark.profile.TaskMarks;
import java.util.Map;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.jspecify.annotations.Nullable;

/** The plugin in an executor: hands everything to {@link ExecutorLoop}, and never fails. */
final class ExecutorPart implements ExecutorPlugin {
  private volatile @Nullable ExecutorLoop loop;
  private volatile @Nullable TaskMarks marks;

  @Override
  public void init(PluginContext context, Map<String, String> fromDriver) {
    try {
      PluginSettings settings = PluginSettings.of(context.conf());
      TaskMarks taskMarks = new TaskMarks();
      ExecutorLoop starting = new ExecutorLoop(context, settings, taskMarks);
      starting.start();
      loop = starting;
      marks = taskMarks;
    } catch (Throwable e) {
      Log.failed("the plugin isn't working in executor " + executor(context), e);
    }
  }

  private static String executor(PluginContext context) {
    try {
      return context.executorID();
    } catch (Throwable e) {
      return "?";
    }
  }

  @Override
  public void onTaskStart() {
    try {
      TaskMarks taskMarks = marks;
      if (taskMarks != null) {
        taskMarks.begin();
      }
    } catch (Throwable e) {
      stopMarking(e);
    }
  }

  @Override
  public void onTaskSucceeded() {
    end(true);
  }

  @Override
  public void onTaskFailed(TaskFailedReason reason) {
    end(false);
  }

  private void end(boolean succeeded) {
    try {
      TaskMarks taskMarks = marks;
      if (taskMarks != null) {
        taskMarks.end(succeeded);
      }
    } catch (Throwable e) {
      stopMarking(e);
    }
  }

  private void stopMarking(Throwable e) {
    marks = null;
    Log.failed("tasks are no longer marked", e);
  }

  @Override
  public void shutdown() {
    try {
      ExecutorLoop running = loop;
      if (running != null) {
        running.stop();
      }
    } catch (Throwable e) {
      Log.failed("the plugin did not stop in order", e);
    }
  }
}
