package dev.uncork.diagnosis.habit;

import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells threads apart as a human would: a program may start new threads of the same names for the
 * same parts of each round, while all workers of a pool may bear one name.
 */
final class Identities {
  private final Set<String> shared = new HashSet<>();

  Identities(List<Snapshot> snapshots) {
    for (Snapshot snapshot : snapshots) {
      Set<String> names = new HashSet<>();
      for (ThreadSample thread : snapshot.threads()) {
        if (!names.add(thread.threadName())) {
          shared.add(thread.threadName());
        }
      }
    }
  }

  /** The name if one thread at a time bears it, else the thread's own number. */
  String of(ThreadSample thread) {
    return shared.contains(thread.threadName())
        ? Long.toString(thread.threadId())
        : thread.threadName();
  }
}
