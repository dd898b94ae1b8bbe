package dev.uncork.workloads.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** The sessions that the server remembers, up to a limit. */
interface SessionCache {
  /** The session of that name, new if it isn't remembered. */
  Session session(String name);

  static SessionCache create(PartKind kind, int limit) {
    return switch (kind) {
      case LOCKED -> new Locked(limit);
      case FAIR -> new Fair(limit);
      case CONCURRENT -> new Concurrent(limit);
    };
  }

  /** What is remembered of a visitor. */
  final class Session {
    private final String name;
    private final AtomicInteger visits = new AtomicInteger();

    Session(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    int visit() {
      return visits.incrementAndGet();
    }
  }

  /** A map in the order of use behind one lock; the one not used for longest goes first. */
  class Locked implements SessionCache {
    private final Map<String, Session> sessions;

    Locked(int limit) {
      sessions =
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
              return size() > limit;
            }
          };
    }

    @Override
    public synchronized Session session(String name) {
      return sessions.computeIfAbsent(name, Session::new);
    }
  }

  /** Threads queue for the lock, and are served in that order. */
  final class Fair extends Locked {
    private final ReentrantLock lock = new ReentrantLock(true);

    Fair(int limit) {
      super(limit);
    }

    @Override
    public Session session(String name) {
      lock.lock();
      try {
        return super.session(name);
      } finally {
        lock.unlock();
      }
    }
  }

  /** A concurrent map that drops any one session when it has too many. */
  final class Concurrent implements SessionCache {
    private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();
    private final int limit;

    Concurrent(int limit) {
      this.limit = limit;
    }

    @Override
    public Session session(String name) {
      Session known = sessions.get(name);
      if (known != null) {
        return known;
      }
      if (sessions.mappingCount() >= limit) {
        sessions.keySet().stream().findAny().ifPresent(sessions::remove);
      }
      return sessions.computeIfAbsent(name, Session::new);
    }
  }
}
