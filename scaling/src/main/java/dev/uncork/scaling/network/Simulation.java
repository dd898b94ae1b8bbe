package dev.uncork.scaling.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A discrete-event simulation of a workload: threads one by one, locks with their queues, cores
 * shared evenly by the threads that can run.
 *
 * <p>It shows what the closed network averages away: convoys, where a hand-off takes much longer
 * than the critical section and every thread queues behind it. A lock goes to the longest waiter at
 * each release, unless it is free at once ({@link HandOff.Passing#FREE}): then a thread that comes
 * by takes it while the waiter that was woken is still on its way.
 *
 * <p>The visits of an operation are spread over it: between any two lies its share of the work. All
 * times but the hand-off are exponentially distributed. CPU time advances by a clock that runs at
 * the rate min(1, P/j); delays and hand-offs run by the real one. The same seed gives the same
 * result.
 */
public final class Simulation {
  private static final double WARM_UP_SHARE = 0.2;

  /** Visits of what is simulated as one: operations may be seconds, with millions of visits. */
  private static final double MOST_VISITS = 16;

  private enum Stage {
    WORK,
    DELAY,
    HOLD,
    SIGNAL,
    WAKING
  }

  private static final class Worker {
    final List<Integer> ahead = new ArrayList<>();
    int parts = 1;
    int lock;
    @Nullable Station at;
    Stage stage = Stage.WORK;
    double due;
  }

  private static final class Station {
    final ArrayDeque<Worker> queue = new ArrayDeque<>();
    boolean held;
    boolean waking;
  }

  private final Workload workload;
  private final double cores;
  private final Random random;
  private final Station[][] stations;
  private final PriorityQueue<Worker> running =
      new PriorityQueue<>(Comparator.comparingDouble((Worker w) -> w.due));
  private final PriorityQueue<Worker> sleeping =
      new PriorityQueue<>(Comparator.comparingDouble((Worker w) -> w.due));
  private double now;
  private double cpuClock;
  private long operations;

  private Simulation(Workload workload, double cores, long seed) {
    this.workload = workload;
    this.cores = cores;
    this.random = new Random(seed);
    this.stations = new Station[workload.locks().size()][];
    for (int i = 0; i < stations.length; i++) {
      stations[i] = new Station[workload.locks().get(i).stripes()];
      for (int s = 0; s < stations[i].length; s++) {
        stations[i][s] = new Station();
      }
    }
  }

  /**
   * Operations per second.
   *
   * @param operations to simulate; equal parts of them where an operation visits locks very often
   */
  public static double throughput(
      Workload workload, int threads, double cores, long operations, long seed) {
    double visits = workload.locks().stream().mapToDouble(LockDemand::visits).sum();
    double parts = Math.max(1, visits / MOST_VISITS);
    Simulation simulation = new Simulation(workload.part(1 / parts), cores, seed);
    for (int i = 0; i < threads; i++) {
      simulation.begin(new Worker());
    }
    simulation.until((long) (operations * WARM_UP_SHARE));
    double start = simulation.now;
    long before = simulation.operations;
    simulation.until(before + operations);
    double parallel = (simulation.now - start) / (simulation.operations - before);
    return 1 / (parallel * parts + workload.serialSeconds());
  }

  private void until(long count) {
    while (operations < count) {
      Worker worker = next();
      switch (worker.stage) {
        case WORK -> delay(worker);
        case DELAY -> nextVisit(worker);
        case HOLD -> release(worker);
        case SIGNAL -> work(worker);
        case WAKING -> wake(worker);
      }
    }
  }

  /** Advances both clocks to the next event. */
  private Worker next() {
    double rate = running.isEmpty() ? 1 : Math.min(1, cores / running.size());
    Worker cpu = running.peek();
    Worker sleeper = sleeping.peek();
    double byCpu = cpu == null ? Double.MAX_VALUE : now + (cpu.due - cpuClock) / rate;
    double bySleep = sleeper == null ? Double.MAX_VALUE : sleeper.due;
    double then = Math.min(byCpu, bySleep);
    if (!running.isEmpty()) {
      cpuClock += (then - now) * rate;
    }
    now = then;
    PriorityQueue<Worker> from = byCpu <= bySleep ? running : sleeping;
    Worker worker = from.poll();
    if (worker == null) {
      throw new IllegalStateException("no thread can go on");
    }
    return worker;
  }

  private double exponential(double mean) {
    return mean == 0 ? 0 : -mean * Math.log(1 - random.nextDouble());
  }

  private void compute(Worker worker, Stage stage, double seconds) {
    worker.stage = stage;
    worker.due = cpuClock + seconds;
    running.add(worker);
  }

  private void sleep(Worker worker, Stage stage, double seconds) {
    worker.stage = stage;
    worker.due = now + seconds;
    sleeping.add(worker);
  }

  private void begin(Worker worker) {
    worker.ahead.clear();
    for (int lock = 0; lock < stations.length; lock++) {
      // A fraction of a visit is a visit of that probability.
      double visits = workload.locks().get(lock).visits();
      int count = (int) visits + (random.nextDouble() < visits - Math.floor(visits) ? 1 : 0);
      for (int i = 0; i < count; i++) {
        worker.ahead.add(random.nextInt(worker.ahead.size() + 1), lock);
      }
    }
    worker.parts = 1 + worker.ahead.size();
    work(worker);
  }

  private void work(Worker worker) {
    compute(worker, Stage.WORK, exponential(workload.cpuSeconds() / worker.parts));
  }

  private void delay(Worker worker) {
    if (workload.delaySeconds() > 0) {
      sleep(worker, Stage.DELAY, exponential(workload.delaySeconds() / worker.parts));
    } else {
      nextVisit(worker);
    }
  }

  private void nextVisit(Worker worker) {
    if (worker.ahead.isEmpty()) {
      operations++;
      begin(worker);
      return;
    }
    worker.lock = worker.ahead.remove(worker.ahead.size() - 1);
    Station[] stripes = stations[worker.lock];
    Station station = stripes[stripes.length == 1 ? 0 : random.nextInt(stripes.length)];
    worker.at = station;
    if (station.held || (!free(worker) && !station.queue.isEmpty())) {
      station.queue.addLast(worker);
    } else {
      hold(worker, station);
    }
  }

  private void hold(Worker worker, Station station) {
    station.held = true;
    compute(worker, Stage.HOLD, exponential(demand(worker).holdSeconds()));
  }

  private LockDemand demand(Worker worker) {
    return workload.locks().get(worker.lock);
  }

  private static Station station(Worker worker) {
    Station station = worker.at;
    if (station == null) {
      throw new IllegalStateException("a thread at no lock");
    }
    return station;
  }

  private boolean free(Worker worker) {
    return demand(worker).handOff().passing() == HandOff.Passing.FREE;
  }

  private void release(Worker worker) {
    Station station = station(worker);
    station.held = false;
    Worker first = station.waking ? null : station.queue.pollFirst();
    if (first == null) {
      work(worker);
      return;
    }
    HandOff handOff = demand(worker).handOff();
    station.waking = true;
    // Unless it is free for all, it belongs to the waiter, although that isn't awake yet.
    station.held = handOff.passing() != HandOff.Passing.FREE;
    sleep(first, Stage.WAKING, handOff.seconds());
    if (handOff.signalSeconds() > 0) {
      compute(worker, Stage.SIGNAL, handOff.signalSeconds());
    } else {
      work(worker);
    }
  }

  private void wake(Worker worker) {
    Station station = station(worker);
    station.waking = false;
    if (!free(worker) || !station.held) {
      hold(worker, station);
    } else {
      station.queue.addFirst(worker);
    }
  }
}
