package dev.uncork.spark.ledger;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerApplicationStart;
import org.apache.spark.scheduler.SparkListenerBlockManagerAdded;
import org.apache.spark.scheduler.SparkListenerEnvironmentUpdate;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorExcluded;
import org.apache.spark.scheduler.SparkListenerExecutorExcludedForStage;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerExecutorUnexcluded;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerNodeExcluded;
import org.apache.spark.scheduler.SparkListenerNodeExcludedForStage;
import org.apache.spark.scheduler.SparkListenerNodeUnexcluded;
import org.apache.spark.scheduler.SparkListenerResourceProfileAdded;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerStageExecutorMetrics;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/** A listener that takes all events that tell of an application the same way. */
abstract class EveryEvent extends SparkListener {
  /** Takes one. */
  protected abstract void take(SparkListenerEvent event);

  @Override
  public void onStageCompleted(SparkListenerStageCompleted event) {
    take(event);
  }

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted event) {
    take(event);
  }

  @Override
  public void onTaskStart(SparkListenerTaskStart event) {
    take(event);
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd event) {
    take(event);
  }

  @Override
  public void onJobStart(SparkListenerJobStart event) {
    take(event);
  }

  @Override
  public void onJobEnd(SparkListenerJobEnd event) {
    take(event);
  }

  @Override
  public void onEnvironmentUpdate(SparkListenerEnvironmentUpdate event) {
    take(event);
  }

  @Override
  public void onBlockManagerAdded(SparkListenerBlockManagerAdded event) {
    take(event);
  }

  @Override
  public void onApplicationStart(SparkListenerApplicationStart event) {
    take(event);
  }

  @Override
  public void onApplicationEnd(SparkListenerApplicationEnd event) {
    take(event);
  }

  @Override
  public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate event) {
    take(event);
  }

  @Override
  public void onStageExecutorMetrics(SparkListenerStageExecutorMetrics event) {
    take(event);
  }

  @Override
  public void onExecutorAdded(SparkListenerExecutorAdded event) {
    take(event);
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    take(event);
  }

  @Override
  public void onExecutorExcluded(SparkListenerExecutorExcluded event) {
    take(event);
  }

  @Override
  public void onExecutorExcludedForStage(SparkListenerExecutorExcludedForStage event) {
    take(event);
  }

  @Override
  public void onNodeExcludedForStage(SparkListenerNodeExcludedForStage event) {
    take(event);
  }

  @Override
  public void onExecutorUnexcluded(SparkListenerExecutorUnexcluded event) {
    take(event);
  }

  @Override
  public void onNodeExcluded(SparkListenerNodeExcluded event) {
    take(event);
  }

  @Override
  public void onNodeUnexcluded(SparkListenerNodeUnexcluded event) {
    take(event);
  }

  @Override
  public void onResourceProfileAdded(SparkListenerResourceProfileAdded event) {
    take(event);
  }

  @Override
  public void onOtherEvent(SparkListenerEvent event) {
    take(event);
  }
}
