import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NNThroughputBenchmark;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * HDFS's own benchmark of its NameNode: 16 threads create files. Arguments: a folder, and whether
 * the NameNode spares itself to force its log to the disk.
 */
public final class NameNodeCreates {
  private static final String THREADS = "16";

  /** More than it creates in the time. */
  private static final String FILES = "400000";

  /** Files from which on it counts as started. */
  private static final int FIRST = 100;

  private NameNodeCreates() {}

  public static void main(String[] args) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("hadoop.tmp.dir", Load.emptyFolder(args[0]).getAbsolutePath());
    configuration.set("fs.defaultFS", "hdfs://localhost:0");
    configuration.set("dfs.namenode.http-address", "localhost:0");
    configuration.set("dfs.namenode.edits.noeditlogchannelflush", args[1]);
    // It is formatted by the same process, which makes some metrics twice.
    DefaultMetricsSystem.setMiniClusterMode(true);
    NameNode.format(configuration);
    String[] create = {
      "-fs", "file:///", "-op", "create", "-threads", THREADS, "-files", FILES, "-filesPerDir", "100"
    };
    Thread benchmark =
        new Thread(
            () -> {
              try {
                NNThroughputBenchmark.runBenchmark(configuration, create);
              } catch (Exception e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
              }
            },
            "benchmark");
    benchmark.setDaemon(true);
    benchmark.start();
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName state = new ObjectName("Hadoop:service=NameNode,name=FSNamesystemState");
    while (!server.isRegistered(state) || created(server, state) < FIRST) {
      Thread.sleep(20);
    }
    Load.measure(() -> created(server, state));
  }

  private static long created(MBeanServer server, ObjectName state) {
    try {
      return ((Number) server.getAttribute(state, "FilesTotal")).longValue();
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
