package dev.uncork.spark.shuffle.route;

import dev.uncork.spark.base.Log;
import dev.uncork.transport.ArenaSettings;
import dev.uncork.transport.Checksums;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.apache.spark.SparkConf;
import org.jspecify.annotations.Nullable;

/**
 * The settings {@code spark.uncork.shuffle.*}.
 *
 * @param parent {@code spark.uncork.shuffle.directory}: where arenas are
 * @param budgetBytes {@code spark.uncork.shuffle.memory}: how much memory an executor's may take;
 *     negative if the user didn't say
 * @param prefaultBytes {@code spark.uncork.shuffle.prefault}: how much of it is made ready at once
 * @param secret of the application; names of arenas come from it
 * @param sameHost {@code spark.uncork.shuffle.sameHost}: whether executors of a host read each
 *     other's memory
 * @param ucxTransports {@code spark.uncork.shuffle.ucx.tls}: what UCX uses to reach other hosts;
 *     with {@code sm} and {@code sameHost=false}, executors of one host, for tests
 * @param ucxPeers {@code spark.uncork.shuffle.ucx.peers}: how many executors are read by UCX at
 *     most; each costs memory of the device
 * @param checksums what parts are checked by; Spark's {@code spark.shuffle.checksum.*}
 */
public record ShuffleSettings(
    Path parent,
    long budgetBytes,
    long prefaultBytes,
    String secret,
    boolean sameHost,
    String ucxTransports,
    int ucxPeers,
    Checksums checksums) {
  private static final String PREFIX = "spark.uncork.shuffle.";
  private static final String DIRECTORY = PREFIX + "directory";
  private static final String MEMORY = PREFIX + "memory";
  private static final String PREFAULT = PREFIX + "prefault";
  private static final String SAME_HOST = PREFIX + "sameHost";
  static final String UCX_TRANSPORTS = PREFIX + "ucx.tls";
  private static final String UCX_PEERS = PREFIX + "ucx.peers";

  /** Spark shows no values of keys with this word. */
  private static final String SECRET = PREFIX + "secret";

  private static final String READ_HOST_LOCAL_DISK = "spark.shuffle.readHostLocalDisk";
  private static final String EXTERNAL_SERVICE = "spark.shuffle.service.enabled";
  private static final String DEFAULT_DIRECTORY = "/dev/shm";
  private static final String DEFAULT_PREFAULT = "256m";
  private static final String RDMA = "rc";
  private static final int DEFAULT_PEERS = 1000;
  private static final int SECRET_BYTES = 16;

  /** What the driver prepares for all executors, which get its settings. */
  static void prepare(SparkConf conf) {
    if (conf.getBoolean(EXTERNAL_SERVICE, false)) {
      throw new IllegalArgumentException(
          EXTERNAL_SERVICE
              + "=true, but UncorkShuffleManager keeps map outputs in the memory of executors, which"
              + " the external shuffle service can't serve; expected false. For dynamic allocation"
              + " set spark.dynamicAllocation.shuffleTracking.enabled=true, or use"
              + " spark.shuffle.manager=sort");
    }
    if (!conf.contains(SECRET)) {
      byte[] random = new byte[SECRET_BYTES];
      new SecureRandom().nextBytes(random);
      conf.set(SECRET, HexFormat.of().formatHex(random));
    }
    // Blocks of executors on this host come to our client, not to Spark's reader of files.
    conf.set(READ_HOST_LOCAL_DISK, "false");
  }

  /** Reads them; what makes no sense is said and replaced by its default. */
  static ShuffleSettings of(SparkConf conf) {
    return new ShuffleSettings(
        Path.of(conf.get(DIRECTORY, DEFAULT_DIRECTORY)),
        conf.contains(MEMORY) ? bytes(conf, MEMORY, "0") : -1,
        bytes(conf, PREFAULT, DEFAULT_PREFAULT),
        conf.get(SECRET, ""),
        flag(conf),
        conf.get(UCX_TRANSPORTS, RDMA),
        peers(conf),
        checksums(conf));
  }

  private static int peers(SparkConf conf) {
    try {
      return Math.max(0, conf.getInt(UCX_PEERS, DEFAULT_PEERS));
    } catch (NumberFormatException e) {
      Log.failed(UCX_PEERS + "=" + conf.get(UCX_PEERS) + " is not a number; 1000 is used");
      return DEFAULT_PEERS;
    }
  }

  private static long bytes(SparkConf conf, String key, String otherwise) {
    try {
      return conf.getSizeAsBytes(key, otherwise);
    } catch (RuntimeException e) {
      Log.failed(
          key + "=" + conf.get(key, "") + " is not a size such as 2g; " + otherwise + " is used");
      return conf.getSizeAsBytes("", otherwise);
    }
  }

  private static boolean flag(SparkConf conf) {
    String text = conf.get(SAME_HOST, "true");
    if (!text.equals("true") && !text.equals("false")) {
      Log.failed(SAME_HOST + "=" + text + " is neither true nor false; true is used");
    }
    return !text.equals("false");
  }

  private static Checksums checksums(SparkConf conf) {
    if (!conf.getBoolean("spark.shuffle.checksum.enabled", true)) {
      return Checksums.NONE;
    }
    Checksums named = Checksums.named(conf.get("spark.shuffle.checksum.algorithm", "ADLER32"));
    return named == null ? Checksums.ADLER32 : named;
  }

  /** What the arena of an executor is called; only who knows the secret can tell. */
  String arenaName(String executorId) {
    return ArenaSettings.PREFIX
        + HexFormat.of().formatHex(secretOf("/" + executorId), 0, SECRET_BYTES);
  }

  /** Bytes that only who knows the secret can tell; another's for each purpose. */
  public byte[] secretOf(String purpose) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return digest.digest((secret + purpose).getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where the arena of an executor of this host is. */
  public Path arenaOf(String executorId) {
    return parent.resolve(arenaName(executorId));
  }

  /**
   * How to make this executor's arena. Where the user has not said how much memory it may take, it
   * is the least of half the heap, a quarter of the memory that is available, and a quarter of what
   * is free in the directory, so that several executors of a host find room.
   */
  public ArenaSettings arena(String executorId) throws IOException {
    if (secret.isEmpty()) {
      throw new IOException(
          SECRET + " is not set; expected that the driver runs UncorkShuffleManager too");
    }
    long free = Files.getFileStore(parent).getUsableSpace();
    long budget = budgetBytes;
    if (budget < 0) {
      budget = Math.min(Runtime.getRuntime().maxMemory() / 2, free / 4);
      Long available = availableBytes();
      if (available != null) {
        budget = Math.min(budget, available / 4);
      }
    }
    return new ArenaSettings(
        parent, arenaName(executorId), budget, Math.min(budget, prefaultBytes));
  }

  private static @Nullable Long availableBytes() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
        if (line.startsWith("MemAvailable:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        }
      }
    } catch (IOException | NumberFormatException e) {
      // Unknown.
    }
    return null;
  }
}
