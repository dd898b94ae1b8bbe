package dev.uncork.cli.live;

import dev.uncork.cli.session.SessionDirectory;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Looks at a session about once a second while its JVMs run, on a thread of its own. */
public final class SessionWatch implements AutoCloseable {
  private static final long PERIOD_MILLIS = 500;

  private final SessionDirectory session;
  private final List<Watcher> watchers;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "uncork-watch");

  /** Something that is done with a session again and again. */
  public interface Watcher extends AutoCloseable {
    /** Looks once; what fails now is tried again the next time. */
    void look(SessionDirectory session) throws IOException;

    @Override
    void close();
  }

  private SessionWatch(SessionDirectory session, List<Watcher> watchers) {
    this.session = session;
    this.watchers = List.copyOf(watchers);
  }

  /** Begins to look; without watchers nothing is started. */
  public static SessionWatch start(SessionDirectory session, List<Watcher> watchers) {
    SessionWatch watch = new SessionWatch(session, watchers);
    if (!watchers.isEmpty()) {
      watch.thread.setDaemon(true);
      watch.thread.start();
    }
    return watch;
  }

  private void run() {
    try {
      do {
        for (Watcher watcher : watchers) {
          look(watcher);
        }
      } while (!closing.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(Watcher watcher) {
    try {
      watcher.look(session);
    } catch (IOException e) {
      // A JVM that ends takes its files away; what counts is collected at the end.
    }
  }

  /** Looks once more and returns. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    watchers.forEach(this::look);
    watchers.forEach(Watcher::close);
  }
}
