package dev.uncork.sparkledger.log;

import java.util.Locale;

/** Events as Spark 4 writes them, with what a test wants in them. */
public final class EventLines {
  /** The first moment of the application. */
  public static final long START = 1_700_000_000_000L;

  private EventLines() {}

  public static String logStart() {
    return "{\"Event\":\"SparkListenerLogStart\",\"Spark Version\":\"4.0.1\"}";
  }

  public static String applicationStart() {
    return event(
        "SparkListenerApplicationStart",
        "'App Name':'sums','App ID':'app-1','Timestamp':" + START + ",'User':'somebody'");
  }

  public static String applicationEnd(long afterMillis) {
    return event("SparkListenerApplicationEnd", "'Timestamp':" + (START + afterMillis));
  }

  public static String settings(String settings) {
    return event(
        "SparkListenerEnvironmentUpdate",
        "'JVM Information':{'Java Version':'17.0.15 (Debian)'},'Spark Properties':{"
            + settings
            + "},'System Properties':{'x':'y'},'Classpath Entries':{}");
  }

  public static String executorAdded(String id, int cores, long afterMillis) {
    return event(
        "SparkListenerExecutorAdded",
        "'Timestamp':%d,'Executor ID':'%s','Executor Info':{'Host':'host-%s','Total Cores':%d,'Log Urls':{},'Attributes':{},'Resources':{},'Resource Profile Id':0}"
            .formatted(START + afterMillis, id, id, cores));
  }

  public static String jobStart(int id, int stage, long afterMillis, String properties) {
    return event(
        "SparkListenerJobStart",
        "'Job ID':%d,'Submission Time':%d,'Stage Infos':[%s],'Stage IDs':[%d],'Properties':{%s}"
            .formatted(id, START + afterMillis, stageInfo(stage, 0, ""), stage, properties));
  }

  public static String jobEnd(int id, long afterMillis) {
    return event(
        "SparkListenerJobEnd",
        "'Job ID':%d,'Completion Time':%d,'Job Result':{'Result':'JobSucceeded'}"
            .formatted(id, START + afterMillis));
  }

  public static String stageSubmitted(int id, int attempt, long afterMillis) {
    return event(
        "SparkListenerStageSubmitted",
        "'Stage Info':"
            + stageInfo(id, attempt, ",'Submission Time':" + (START + afterMillis))
            + ",'Properties':{}");
  }

  public static String stageCompleted(int id, int attempt, long from, long to) {
    return event(
        "SparkListenerStageCompleted",
        "'Stage Info':"
            + stageInfo(
                id,
                attempt,
                ",'Submission Time':%d,'Completion Time':%d".formatted(START + from, START + to)));
  }

  private static String stageInfo(int id, int attempt, String times) {
    return "{'Stage ID':%d,'Stage Attempt ID':%d,'Stage Name':'count at Sums.scala:12','Number of Tasks':2,'RDD Info':[{'RDD ID':1,'Name':'MapPartitionsRDD','Scope':'{\\\"id\\\":\\\"4\\\",\\\"name\\\":\\\"Exchange\\\"}'},{'RDD ID':2,'Name':'PythonRDD'}],'Parent IDs':[],'Details':'org.apache.spark.rdd.RDD.count(RDD.scala:1)'%s}"
        .formatted(id, attempt, times);
  }

  public static String taskStart(int stage, long id, int index, String executor, long afterMillis) {
    return event(
        "SparkListenerTaskStart",
        "'Stage ID':%d,'Stage Attempt ID':0,'Task Info':%s"
            .formatted(stage, taskInfo(id, index, executor, afterMillis, 0, "")));
  }

  /** A task's end with metrics, of which the run time is all of its time. */
  public static String taskEnd(int stage, long id, int index, String executor, long from, long to) {
    return taskEnd(
        stage, taskInfo(id, index, executor, from, to, ""), "{'Reason':'Success'}", to - from);
  }

  /** A task's end with what is said of it. */
  public static String taskEnd(int stage, String info, String reason, long runMillis) {
    return event(
        "SparkListenerTaskEnd",
        "'Stage ID':%d,'Stage Attempt ID':0,'Task Type':'ResultTask','Task End Reason':%s,'Task Info':%s,'Task Executor Metrics':{'JVMHeapMemory':1000,'MinorGCTime':7,'MappedPoolMemory':0},'Task Metrics':{'Executor Deserialize Time':3,'Executor Deserialize CPU Time':1600000,'Executor Run Time':%d,'Executor CPU Time':5000000,'JVM GC Time':2,'Result Serialization Time':1,'Result Size':900,'Memory Bytes Spilled':11,'Disk Bytes Spilled':12,'Peak Execution Memory':13,'Shuffle Read Metrics':{'Fetch Wait Time':4,'Remote Bytes Read':100,'Local Bytes Read':50,'Total Records Read':9},'Shuffle Write Metrics':{'Shuffle Bytes Written':70,'Shuffle Write Time':6000000,'Shuffle Records Written':8},'Input Metrics':{'Bytes Read':21,'Records Read':22},'Output Metrics':{'Bytes Written':23,'Records Written':24},'Updated Blocks':[]}"
            .formatted(stage, reason, info, runMillis));
  }

  public static String taskInfo(
      long id, int index, String executor, long from, long to, String accumulables) {
    return "{'Task ID':%d,'Index':%d,'Attempt':0,'Partition ID':%d,'Launch Time':%d,'Executor ID':'%s','Host':'host-%s','Locality':'NODE_LOCAL','Speculative':false,'Getting Result Time':0,'Finish Time':%d,'Failed':false,'Killed':false,'Accumulables':[%s]}"
        .formatted(
            id,
            index,
            index,
            START + from,
            executor,
            executor,
            to == 0 ? 0 : START + to,
            accumulables);
  }

  /** An addition of a task to a SQL metric. */
  public static String metric(long accumulator, long value) {
    return "{'ID':%d,'Name':'m','Update':'%d','Value':'9','Internal':true,'Count Failed Values':true,'Metadata':'sql'}"
        .formatted(accumulator, value);
  }

  public static String queryStart(long id, String plan, long afterMillis) {
    return event(
        "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart",
        "'executionId':%d,'rootExecutionId':%d,'description':'show at Sums.scala:20','details':'d','physicalPlanDescription':'long','sparkPlanInfo':%s,'time':%d,'modifiedConfigs':{}"
            .formatted(id, id, plan, START + afterMillis));
  }

  public static String queryPlan(long id, String plan) {
    return event(
        "org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveExecutionUpdate",
        "'executionId':%d,'physicalPlanDescription':'long','sparkPlanInfo':%s".formatted(id, plan));
  }

  public static String queryEnd(long id, long afterMillis) {
    return event(
        "org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd",
        "'executionId':%d,'time':%d,'errorMessage':''".formatted(id, START + afterMillis));
  }

  /** An event of any name. */
  public static String event(String name, String fields) {
    return String.format(Locale.ROOT, "{'Event':'%s',%s}", name, fields).replace('\'', '"');
  }
}
