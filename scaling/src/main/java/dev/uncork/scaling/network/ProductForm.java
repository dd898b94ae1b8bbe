package dev.uncork.scaling.network;

/**
 * The stationary distribution of N threads over a workload's stations with cores for all of them,
 * by Buzen's convolution.
 *
 * <p>A station contributes a power series in x (threads there) and y (threads there that can run):
 * {@code exp((z·y + d)·x)} for CPU work z and delay d, {@code (1 + y·a·x / (1 - b·x))^k} for k
 * stripes with a = V·h/k and b = V·(h + c)/k. The coefficient of x^N of the product, G(N), is the
 * normalising constant, and X = G(N-1)/G(N). Of y only value and first two derivatives at 1 are
 * kept: they give mean and variance of the threads that can run.
 *
 * <p>x is scaled by about the throughput, and each series to be a probability or near one, so that
 * nothing overflows.
 */
final class ProductForm {
  /** Keeps the scaled series of a saturated lock from growing. */
  private static final double BELOW_BOUND = 0.999;

  /** Terms this far below the largest (as logarithms) don't count. */
  private static final double NEGLIGIBLE = 40;

  /** Throughput with a core for each thread, and how many threads can run. */
  record Moments(int threads, double throughput, double meanRunnable, double varianceRunnable) {}

  /** Coefficients of x^n: value and first two derivatives in y. */
  private record Jet(double[] value, double[] first, double[] second) {
    static Jet sized(int n) {
      return new Jet(new double[n + 1], new double[n + 1], new double[n + 1]);
    }
  }

  private ProductForm() {}

  static Moments of(Workload workload, int threads) {
    double scale = nearThroughput(workload, threads);
    double[] logFactorials = logFactorials(threads + maxStripes(workload));
    Jet product = outside(workload, scale, threads, logFactorials);
    for (LockDemand lock : workload.locks()) {
      if (lock.saturatedSeconds() > 0) {
        product = multiply(product, lock(lock, scale, threads, logFactorials));
      }
    }
    double constant = product.value()[threads];
    double mean = product.first()[threads] / constant;
    double variance = product.second()[threads] / constant + mean - mean * mean;
    return new Moments(
        threads, scale * product.value()[threads - 1] / constant, mean, Math.max(0, variance));
  }

  private static double nearThroughput(Workload workload, int threads) {
    double alone = workload.aloneSeconds() - workload.serialSeconds();
    double scale = alone > 0 ? threads / alone : Double.MAX_VALUE;
    for (LockDemand lock : workload.locks()) {
      scale = Math.min(scale, BELOW_BOUND * lock.capacity());
    }
    return scale;
  }

  private static int maxStripes(Workload workload) {
    return workload.locks().stream().mapToInt(LockDemand::stripes).max().orElse(1);
  }

  private static double[] logFactorials(int n) {
    double[] logs = new double[n + 1];
    for (int i = 2; i <= n; i++) {
      logs[i] = logs[i - 1] + Math.log(i);
    }
    return logs;
  }

  /** CPU work and delay outside of the locks: a Poisson distribution. */
  private static Jet outside(Workload workload, double scale, int n, double[] logFactorials) {
    double cpu = scale * workload.cpuSeconds();
    double all = cpu + scale * workload.delaySeconds();
    Jet jet = Jet.sized(n);
    for (int i = 0; i <= n; i++) {
      jet.value()[i] =
          all == 0 ? (i == 0 ? 1 : 0) : Math.exp(i * Math.log(all) - all - logFactorials[i]);
      jet.first()[i] = i < 1 ? 0 : cpu * jet.value()[i - 1];
      jet.second()[i] = i < 2 ? 0 : cpu * cpu * jet.value()[i - 2];
    }
    return jet;
  }

  /** All stripes of a lock; b of them busy with n threads in C(k, b)·C(n-1, b-1) ways. */
  private static Jet lock(LockDemand lock, double scale, int n, double[] logFactorials) {
    int k = lock.stripes();
    // A critical section of no length still takes the hand-off; a tiny one stands for it.
    double held = Math.max(lock.heldSeconds(), 1e-9 * lock.saturatedSeconds());
    double logBusy = Math.log(scale * held / k);
    double logQueued = Math.log(scale * lock.saturatedSeconds() / k);
    double shift = k == 1 ? 0 : scale * held;
    Jet jet = Jet.sized(n);
    jet.value()[0] = Math.exp(-shift);
    for (int i = 1; i <= n; i++) {
      int most = Math.min(k, i);
      double largest = Double.NEGATIVE_INFINITY;
      for (int b = most; b >= 1; b--) {
        double log =
            choose(logFactorials, k, b)
                + choose(logFactorials, i - 1, b - 1)
                + b * logBusy
                + (i - b) * logQueued
                - shift;
        largest = Math.max(largest, log);
        if (log < largest - NEGLIGIBLE) {
          break; // The terms have one peak; below it they only fall.
        }
        double term = Math.exp(log);
        jet.value()[i] += term;
        jet.first()[i] += b * term;
        jet.second()[i] += (double) b * (b - 1) * term;
      }
    }
    return jet;
  }

  private static double choose(double[] logFactorials, int n, int k) {
    return logFactorials[n] - logFactorials[k] - logFactorials[n - k];
  }

  private static Jet multiply(Jet a, Jet b) {
    int n = a.value().length - 1;
    Jet product = Jet.sized(n);
    for (int i = 0; i <= n; i++) {
      double value = 0;
      double first = 0;
      double second = 0;
      for (int j = 0; j <= i; j++) {
        double left = a.value()[j];
        double right = b.value()[i - j];
        value += left * right;
        first += a.first()[j] * right + left * b.first()[i - j];
        second +=
            a.second()[j] * right + 2 * a.first()[j] * b.first()[i - j] + left * b.second()[i - j];
      }
      product.value()[i] = value;
      product.first()[i] = first;
      product.second()[i] = second;
    }
    return product;
  }
}
