import ch.qos.logback.classic.LoggerContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service whose threads do a little work for each request and log it in a file by Logback.
 * Arguments: threads, requests of all together, and the log's file, which is checked for having
 * every line once the program has ended its work.
 */
public final class LogService {
  private LogService() {}

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[0]);
    long requests = Long.parseLong(args[1]);
    Path file = Path.of(args[2]);
    Files.deleteIfExists(file);
    System.setProperty("log.file", file.toString());
    Logger log = LoggerFactory.getLogger(LogService.class);
    AtomicLong next = new AtomicLong();
    Thread[] workers = new Thread[threads];
    long start = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      workers[i] =
          new Thread(
              () -> {
                byte[] page = new byte[4096];
                for (long n = next.getAndIncrement(); n < requests; n = next.getAndIncrement()) {
                  CRC32 crc = new CRC32();
                  for (int k = 0; k < 8; k++) {
                    page[k] = (byte) (n + k);
                    crc.update(page);
                  }
                  log.info("request {} served, checksum {}", n, crc.getValue());
                }
              },
              "server-" + i);
      workers[i].start();
    }
    for (Thread worker : workers) {
      worker.join();
    }
    // Lines that are still on their way to the file belong to the work.
    ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    double seconds = (System.nanoTime() - start) / 1e9;
    long lines;
    try (var all = Files.lines(file)) {
      lines = all.count();
    }
    Files.delete(file);
    System.out.printf("%d requests, %.0f ops/s%n", requests, requests / seconds);
    System.out.println(lines == requests ? "RIGHT" : "WRONG: " + lines + " lines");
  }
}
