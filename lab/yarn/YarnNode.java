import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/**
 * A resource manager and one node manager, which starts containers as processes of this machine;
 * what clients need is written to a directory. Ends with its standard input.
 */
public final class YarnNode {
  private YarnNode() {}

  /** The directory is the only argument. */
  public static void main(String[] args) throws IOException {
    YarnConfiguration settings = new YarnConfiguration();
    settings.setInt(YarnConfiguration.NM_PMEM_MB, 6144);
    settings.setInt(YarnConfiguration.NM_VCORES, 4);
    settings.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 128);
    settings.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
    settings.set(
        YarnConfiguration.RM_SCHEDULER,
        "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler");
    // A disk that is nearly full is no reason to have no node.
    settings.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 99.9f);
    Path directory = Path.of(args[0]);
    try (MiniYARNCluster cluster = new MiniYARNCluster("yarn", 1, 1, 1)) {
      cluster.init(settings);
      cluster.start();
      try (OutputStream out = Files.newOutputStream(directory.resolve("yarn-site.xml"))) {
        cluster.getConfig().writeXml(out);
      }
      System.out.println("HADOOP_CONF_DIR=" + directory);
      while (System.in.read() >= 0) {
        // Whoever started it is still there.
      }
    }
    System.exit(0); // Hadoop leaves threads behind
  }
}
