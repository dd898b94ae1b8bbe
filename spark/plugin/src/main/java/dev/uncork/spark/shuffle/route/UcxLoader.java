package dev.uncork.spark.shuffle.route;

import dev.uncork.protocol.AgentFiles;
import dev.uncork.spark.base.WorkFiles;
import dev.uncork.transport.route.Route;
import dev.uncork.transport.ucx.UcxRoute;
import dev.uncork.transport.ucx.UcxSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;

/** Opens the route to other hosts where this machine has one and the settings allow it. */
public final class UcxLoader {
  private static final Path DEVICES = Path.of("/sys/class/infiniband");
  private static final Set<String> RDMA = Set.of("rc", "rc_v", "rc_x", "rc_verbs", "rc_mlx5");

  /** On this host only: for tests and the lab. */
  private static final Set<String> OF_HOST = Set.of("sm", "shm", "posix", "sysv", "cma", "self");

  /** Settings by which a user wants what goes over the network encrypted. */
  private static final List<String> ENCRYPTION =
      List.of(
          "spark.network.crypto.enabled",
          "spark.authenticate.enableSaslEncryption",
          "spark.ssl.rpc.enabled");

  private UcxLoader() {}

  /**
   * Opens it.
   *
   * @throws IOException if there is none; the message is for the user
   */
  public static Route open(SparkConf conf, String transports) throws IOException {
    requireMayBeSeen(conf);
    requireKnown(transports);
    if (conf.getBoolean("spark.shuffle.useOldFetchProtocol", false)) {
      throw new IOException(
          "spark.shuffle.useOldFetchProtocol=true: expected false, so that executors can ask each"
              + " other");
    }
    if (Stream.of(transports.split(",", -1)).allMatch(RDMA::contains) && !hasDevice()) {
      throw new IOException("this host has no RDMA device");
    }
    WorkFiles files = new WorkFiles();
    try {
      Path face = files.extract(AgentFiles.platform() + "/libuncork-ucx.so");
      return UcxRoute.open(face, UcxSettings.defaults().withTransports(transports));
    } finally {
      files.remove();
    }
  }

  /** What leaves a host outside of Spark's own connections isn't encrypted by these. */
  public static void requireMayBeSeen(SparkConf conf) throws IOException {
    if (conf.getBoolean("spark.io.encryption.enabled", false)) {
      return;
    }
    for (String key : ENCRYPTION) {
      if (conf.getBoolean(key, false)) {
        throw new IOException(
            key
                + "=true, but reads by RDMA are not encrypted on their way; with"
                + " spark.io.encryption.enabled=true blocks are encrypted themselves");
      }
    }
  }

  private static void requireKnown(String transports) throws IOException {
    for (String transport : transports.split(",", -1)) {
      if (!RDMA.contains(transport) && !OF_HOST.contains(transport)) {
        throw new IOException(
            ShuffleSettings.UCX_TRANSPORTS
                + "="
                + transports
                + ": "
                + transport
                + " can't be used; expected rc for RDMA, or sm for tests on one host (over TCP, Netty"
                + " is better)");
      }
    }
  }

  private static boolean hasDevice() {
    try (Stream<Path> devices = Files.list(DEVICES)) {
      return devices.findAny().isPresent();
    } catch (IOException e) {
      return false;
    }
  }
}
