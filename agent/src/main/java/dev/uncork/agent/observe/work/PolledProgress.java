package dev.uncork.agent.observe.work;

import dev.uncork.agent.observe.progress.JmxProgress;
import dev.uncork.protocol.WorkUnit;

/** The count that the program offers by JMX. */
record PolledProgress(JmxProgress progress) implements WorkCounter {
  @Override
  public WorkUnit unit() {
    return WorkUnit.PROGRESS;
  }

  @Override
  public String name() {
    return "";
  }

  @Override
  public long read() {
    return progress.count();
  }
}
