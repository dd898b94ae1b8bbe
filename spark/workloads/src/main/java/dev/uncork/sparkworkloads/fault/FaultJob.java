package dev.uncork.sparkworkloads.fault;

import dev.uncork.sparkworkloads.run.CodeJar;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** The jobs: 10 to 25 seconds each on two cores, less with the fix. */
enum FaultJob {
  /** A task of one stage computes far longer than the others, on as many rows. */
  STRAGGLER(Where.LOCAL, TaskFaults::straggler),

  /** All is computed in one partition. */
  ONE_PARTITION(Where.LOCAL, TaskFaults::onePartition),

  /** Thousands of tasks that have hardly anything to do. */
  TINY_TASKS(Where.LOCAL, TaskFaults::tinyTasks),

  /** Each third task throws at the end of its first attempts. */
  FAILED_TASKS(Where.LOCAL_WITH_RETRIES, TaskFaults::failedTasks),

  /** Each task brings a large table of its own along. */
  LARGE_CLOSURE(Where.LOCAL, TaskFaults::largeClosure),

  /** A function of the user's that all rows enter one at a time. */
  LOCK(Where.LOCAL, TaskFaults::lock),

  /** The driver computes between jobs. */
  DRIVER_CODE(Where.LOCAL, DriverFaults::ownCode),

  /** A plan is built column by column, and analyzed again for each. */
  PLANNING(Where.LOCAL, DriverFaults::columnByColumn),

  /** Millions of rows are brought to the driver. */
  COLLECT(Where.LOCAL, DriverFaults::collect),

  /** The driver's heap is nearly full; to be started with {@code -Xmx512m}. */
  DRIVER_GC(Where.CLUSTER, DriverFaults::garbage),

  /** Nine of ten rows have the same key. */
  SKEWED_JOIN(Where.LOCAL, JoinFaults::skewed) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      settings.put("spark.sql.autoBroadcastJoinThreshold", "-1");
      if (fixed) {
        settings.put("spark.sql.adaptive.enabled", "true");
        settings.put("spark.sql.adaptive.coalescePartitions.enabled", "false");
        settings.put("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "1m");
        settings.put("spark.sql.adaptive.advisoryPartitionSizeInBytes", "2m");
      }
    }
  },

  /** Every row is compared with every other. */
  CROSS_JOIN(Where.LOCAL, JoinFaults::cross),

  /** A hint makes Spark send a large table to every executor. */
  BROADCAST(Where.CLUSTER, JoinFaults::broadcast) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      settings.put("spark.sql.autoBroadcastJoinThreshold", "-1");
    }
  },

  /** Rows in thousands of files. */
  SMALL_FILES(Where.LOCAL, FileFaults::read) {
    @Override
    void prepare(Scratch scratch, boolean fixed) throws IOException {
      FileFaults.write(scratch, fixed);
    }
  },

  /** Hundreds of files that a store renames one after the other, when the last task has ended. */
  COMMIT(Where.LOCAL, FileFaults::writeSlowly) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      settings.put(
          "spark.hadoop.fs." + SlowStore.SCHEME + ".impl",
          "dev.uncork.sparkworkloads.fault.SlowStore");
    }
  },

  /** An RDD is computed by each action that uses it. */
  NO_CACHE(Where.LOCAL, AgainFaults::rdd),

  /** Most of an RDD that is cached doesn't fit into memory. */
  CACHE_TOO_SMALL(Where.LOCAL, AgainFaults::cached) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      settings.put("spark.memory.fraction", fixed ? "0.6" : "0.05");
    }
  },

  /** A data frame is computed by each query that uses it. */
  NO_CACHE_SQL(Where.LOCAL, AgainFaults::dataFrame),

  /** A sort has hardly any memory, and what it spills is compressed hard, as for a slow disk. */
  SPILL(Where.LOCAL, MemoryFaults::sort) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      settings.put("spark.io.compression.codec", "zstd");
      settings.put("spark.io.compression.zstd.level", "7");
      if (!fixed) {
        settings.put("spark.memory.fraction", "0.02");
      }
    }
  },

  /** The executors' heaps are nearly full. */
  GC(Where.CLUSTER, MemoryFaults::garbage) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      settings.put("spark.master", "local-cluster[2,1,2048]");
      settings.put("spark.executor.memory", fixed ? "2048m" : "512m");
    }
  },

  /** Executors ask each other for one small block at a time. */
  SLOW_FETCH(Where.CLUSTER, ClusterFaults::shuffle) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      if (!fixed) {
        settings.put("spark.reducer.maxReqsInFlight", "1");
        settings.put("spark.reducer.maxBlocksInFlightPerAddress", "1");
      }
    }
  },

  /** Executors die while their outputs are read. */
  LOST_EXECUTORS(Where.CLUSTER, ClusterFaults::lostExecutors),

  /** An executor gets a quarter of a core. */
  SLOW_NODE(Where.CLUSTER, ClusterFaults::slowNode),

  /** The application asks for executors late, and for few at a time. */
  LATE_EXECUTORS(Where.CLUSTER, HealthyJobs::busy) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      settings.put("spark.dynamicAllocation.enabled", "true");
      settings.put("spark.dynamicAllocation.schedulerBacklogTimeout", fixed ? "1s" : "8s");
      settings.remove("spark.scheduler.minRegisteredResourcesRatio"); // There are none at first.
    }
  },

  /** All tasks wait for the executor that is near their data. */
  UNBALANCED_EXECUTORS(Where.CLUSTER, ClusterFaults::nearOneExecutor) {
    @Override
    void fault(Map<String, String> settings, boolean fixed) {
      settings.put("spark.locality.wait", fixed ? "0" : "10s");
    }
  },

  /** Nothing is wrong: two slots compute. */
  HEALTHY_BUSY(Where.LOCAL, HealthyJobs::busy),

  /** Nothing is wrong: the only slot computes. */
  HEALTHY_ONE_SLOT(Where.ONE_SLOT, HealthyJobs::busy),

  /** Nothing is wrong: two executors group rows. */
  HEALTHY_CLUSTER(Where.CLUSTER, HealthyJobs::group),

  /** Nothing is wrong: it is over before anything could be. */
  HEALTHY_SHORT(Where.LOCAL, HealthyJobs::brief);

  private final Where where;
  private final Body body;

  FaultJob(Where where, Body body) {
    this.where = where;
    this.body = body;
  }

  /** Where a job runs unless somebody asks for something else. */
  private enum Where {
    ONE_SLOT("local[1]"),
    LOCAL("local[2]"),
    LOCAL_WITH_RETRIES("local[2,4]"),
    CLUSTER("local-cluster[2,1,1024]");

    private final String master;

    Where(String master) {
      this.master = master;
    }
  }

  /** What the driver does. */
  private interface Body {
    /** Returns something that depends on all that was computed. */
    Object run(SparkSession spark, Scratch scratch, boolean fixed);
  }

  /** Makes the job's input, before there is an application. */
  void prepare(Scratch scratch, boolean fixed) throws IOException {}

  Object run(SparkSession spark, Scratch scratch, boolean fixed) {
    return body.run(spark, scratch, fixed);
  }

  /** Sets what makes the fault, where that is a setting. */
  void fault(Map<String, String> settings, boolean fixed) {}

  /** Spark's settings, which the user may override. */
  Map<String, String> settings(boolean fixed) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spark.master", where.master);
    settings.put("spark.sql.adaptive.enabled", "false");
    settings.put("spark.sql.shuffle.partitions", "8");
    settings.put("spark.ui.showConsoleProgress", "false");
    if (where == Where.CLUSTER) {
      settings.put("spark.jars", CodeJar.path());
      settings.put("spark.executor.memory", "1024m");
      settings.put("spark.cores.max", "2"); // How many Spark waits for before the first job.
      settings.put("spark.scheduler.minRegisteredResourcesRatio", "1.0");
    }
    fault(settings, fixed);
    return settings;
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
