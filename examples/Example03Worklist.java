import dev.uncork.concurrent.ChunkedWorklist;
import dev.uncork.concurrent.Parallel;
import dev.uncork.concurrent.StripedCounter;
import java.util.concurrent.ExecutionException;

/**
 * Trap: a shared queue, one lock for each unit taken and put, and no way to know when all is done:
 * an empty queue may be filled again by a thread that still works. Wrong: to stop when poll returns
 * null. Right: a worker per thread, whose take returns null only when nobody can put any more.
 *
 * <p>Expected output:
 *
 * <pre>
 * visited 65535 nodes, ended: true
 * </pre>
 */
public final class Example03Worklist {
  private static final int THREADS = 4;
  private static final int NODES = 1 << 16;

  private Example03Worklist() {}

  public static void main(String[] args) throws InterruptedException, ExecutionException {
    StripedCounter visited = new StripedCounter();
    try (ChunkedWorklist<Integer> list = ChunkedWorklist.<Integer>builder().build()) {
      list.put(1);
      Parallel.threads(THREADS).forEach(0, THREADS, thread -> search(list, visited));
      System.out.println("visited " + visited.sum() + " nodes, ended: " + list.hasEnded());
    }
  }

  private static void search(ChunkedWorklist<Integer> list, StripedCounter visited)
      throws InterruptedException {
    try (ChunkedWorklist.Worker<Integer> worker = list.worker()) {
      // Wrong: while ((node = worker.poll()) != null): another thread may be about to put
      for (Integer node = worker.take(); node != null; node = worker.take()) {
        visited.increment();
        for (int child = node * 2; child <= node * 2 + 1 && child < NODES; child++) {
          worker.put(child);
        }
      }
    }
  }
}
