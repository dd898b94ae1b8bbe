package dev.uncork.spark.numa;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * All threads of this process, bound to some CPUs until {@link #undo}.
 *
 * <p>New threads inherit the affinity of the thread that starts them. One that is started by a
 * thread not yet bound, while the threads are being bound, escapes: so they are listed again until
 * no unknown one appears, and again at each {@link #keep}. A thread that the application has bound
 * to fewer CPUs keeps to those of them that are allowed; only if none is, it gets all.
 *
 * <p>A cgroup whose CPUs change may take all of them away, and before Linux 6.2 that lets every
 * thread of the cgroup go.
 */
public final class BoundProcess {
  private static final Path TASKS = Path.of("/proc/self/task");
  private static final int MAX_ROUNDS = 100;

  private final BitSet cpus;

  /** What each thread might use before, as the kernel gave it. */
  private final Map<Integer, long[]> before = new HashMap<>();

  private final long[] beforeOfProcess = new long[NumaKernel.MAX_WORDS];
  private final Set<Integer> refused = new HashSet<>();

  /** Binds nothing yet. */
  public BoundProcess(BitSet cpus) {
    this.cpus = (BitSet) cpus.clone();
  }

  /**
   * Binds every thread.
   *
   * @return how many there are
   * @throws IOException when the kernel refuses, with the reason; then no thread is bound
   */
  public int bind() throws IOException {
    long[] own = new long[NumaKernel.MAX_WORDS];
    int error = NumaKernel.getAffinity(0, own);
    if (error == 0) {
      error = NumaKernel.getAffinity((int) ProcessHandle.current().pid(), beforeOfProcess);
    }
    if (error == 0) {
      error = NumaKernel.setAffinity(0, cpus.toLongArray());
      NumaKernel.setAffinity(0, own);
    }
    if (error != 0) {
      throw new IOException("sched_setaffinity is refused here (errno " + error + ")");
    }
    bindThreads();
    return before.size();
  }

  /**
   * Binds threads that are not known yet or were let go, and forgets those that have ended.
   *
   * @return false, and binds none, when the kernel lets this process use none of the CPUs any more
   */
  public boolean keep() throws IOException {
    long[] own = new long[NumaKernel.MAX_WORDS];
    if (NumaKernel.getAffinity(0, own) == 0 && !BitSet.valueOf(own).intersects(cpus)) {
      return false;
    }
    bindThreads();
    return true;
  }

  private void bindThreads() throws IOException {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Set<Integer> threads = threads();
      boolean news = false;
      for (int thread : threads) {
        if (before.containsKey(thread)) {
          bindAgain(thread);
        } else if (!refused.contains(thread)) {
          news = true;
          bind(thread);
        }
      }
      before.keySet().retainAll(threads);
      refused.retainAll(threads);
      if (!news) {
        return;
      }
    }
  }

  private void bind(int thread) {
    long[] had = new long[NumaKernel.MAX_WORDS];
    int error = NumaKernel.getAffinity(thread, had);
    if (error == 0) {
      BitSet narrowed = BitSet.valueOf(had);
      narrowed.and(cpus);
      BitSet wanted = narrowed.isEmpty() ? cpus : narrowed;
      if (!Arrays.equals(wanted.toLongArray(), BitSet.valueOf(had).toLongArray())) {
        error = NumaKernel.setAffinity(thread, wanted.toLongArray());
      } else {
        had = beforeOfProcess; // inherited from a bound thread
      }
    }
    if (error == 0) {
      before.put(thread, had);
    } else if (error != NumaKernel.ESRCH) {
      refused.add(thread);
    }
  }

  private void bindAgain(int thread) {
    long[] has = new long[NumaKernel.MAX_WORDS];
    if (NumaKernel.getAffinity(thread, has) == 0) {
      BitSet outside = BitSet.valueOf(has);
      outside.andNot(cpus);
      BitSet inside = BitSet.valueOf(has);
      inside.and(cpus);
      if (!outside.isEmpty() && !inside.isEmpty()) {
        NumaKernel.setAffinity(thread, inside.toLongArray());
      }
    }
  }

  /** Gives every thread back what it might use before; new ones what the process might use. */
  public void undo() throws IOException {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      boolean news = false;
      for (int thread : threads()) {
        if (refused.add(thread)) { // from here on: threads that were seen
          news = true;
          NumaKernel.setAffinity(thread, before.getOrDefault(thread, beforeOfProcess));
        }
      }
      if (!news) {
        break;
      }
    }
    before.clear();
    refused.clear();
  }

  private static Set<Integer> threads() throws IOException {
    Set<Integer> threads = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(TASKS)) {
      for (Path entry : entries) {
        threads.add(Integer.parseInt(entry.getFileName().toString()));
      }
    }
    return threads;
  }
}
