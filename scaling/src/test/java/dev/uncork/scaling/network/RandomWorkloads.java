package dev.uncork.scaling.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Workloads of all shapes, the same ones every time. */
final class RandomWorkloads {
  private RandomWorkloads() {}

  /** A workload, its threads and its cores. */
  record Case(int seed, Workload workload, int threads, double cores) {}

  static Stream<Case> cases(int count, boolean handOff, boolean enoughCores) {
    return IntStream.range(0, count).mapToObj(seed -> one(seed, handOff, enoughCores));
  }

  private static Case one(int seed, boolean handOff, boolean enoughCores) {
    Random random = new Random(seed);
    List<LockDemand> locks = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      double hold = micros(random, 0.1, 10);
      locks.add(
          new LockDemand(
              "lock" + i,
              0.2 + 2 * random.nextDouble(),
              hold,
              handOff ? hold * 2 * random.nextDouble() : 0,
              random.nextBoolean() ? 1 : 1 + random.nextInt(8)));
    }
    double delay = random.nextInt(3) == 0 ? micros(random, 1, 100) : 0;
    Workload workload = new Workload(micros(random, 1, 100), delay, 0, 0, locks);
    int threads = 1 + random.nextInt(40);
    double cores = enoughCores ? threads : 1 + random.nextInt(20);
    return new Case(seed, workload, threads, cores);
  }

  /** The same program with locks whose waiters sleep and are woken. */
  static Case woken(Case c) {
    Random random = new Random(c.seed() + 1000L);
    List<LockDemand> locks = new ArrayList<>();
    for (LockDemand lock : c.workload().locks()) {
      HandOff.Passing passing = random.nextBoolean() ? HandOff.Passing.FREE : HandOff.Passing.GIVEN;
      locks.add(lock.with(new HandOff(passing, micros(random, 1, 50), micros(random, 0.1, 5))));
    }
    return new Case(c.seed(), c.workload().with(locks), c.threads(), c.cores());
  }

  /** Evenly on a logarithmic scale. */
  private static double micros(Random random, double low, double high) {
    return 1e-6 * low * Math.pow(high / low, random.nextDouble());
  }
}
