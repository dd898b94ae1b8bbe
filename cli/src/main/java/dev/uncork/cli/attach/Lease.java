package dev.uncork.cli.attach;

import dev.uncork.protocol.SessionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The file whose age tells the agent that we still live. When it is old the agent stops by itself,
 * so that a killed command line leaves nothing running in the target.
 */
public final class Lease implements AutoCloseable {
  private static final long PERIOD_SECONDS = 2;

  private final Path file;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "uncork-lease");
            thread.setDaemon(true);
            return thread;
          });

  private Lease(Path file) {
    this.file = file;
  }

  /** Takes the lease of a session and keeps it fresh. */
  public static Lease take(Path session) throws IOException {
    Lease lease = new Lease(new SessionFiles(session).lease());
    lease.renew();
    lease.clock.scheduleAtFixedRate(
        lease::renewQuietly, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    return lease;
  }

  private void renew() throws IOException {
    // Written anew rather than touched: some file systems of containers ignore a bare touch.
    Files.write(file, new byte[] {'1'});
  }

  private void renewQuietly() {
    try {
      renew();
    } catch (IOException e) {
      // The session is gone, with the target's container: nobody reads the lease any more.
      clock.shutdown();
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
