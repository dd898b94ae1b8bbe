package dev.uncork.spark.profile;

import dev.uncork.protocol.EventName;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A task that ran in this executor, on the thread of the event. */
@Name(EventName.SPARK_TASK)
@Label("Spark Task")
@Description("A task that ran in this executor, on the thread of the event.")
@Category({"Uncork", "Spark"})
@StackTrace(false)
final class TaskEvent extends Event {
  @Label("Stage Id")
  int stageId;

  @Label("Stage Attempt")
  int stageAttempt;

  @Label("Partition")
  int partition;

  @Label("Task Attempt Id")
  long taskAttemptId;

  @Label("Minor Page Faults")
  @Description("Page faults of its thread that were served from memory")
  long minorFaults;

  @Label("Major Page Faults")
  @Description("Page faults of its thread that were served from a disk")
  long majorFaults;

  @Label("Succeeded")
  boolean succeeded;
}
