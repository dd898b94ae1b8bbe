package dev.uncork.agent.child;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program with a virtual thread in each kind of wait, one that works, and as many that only sleep
 * as its argument says, until its standard input ends. Half of them belong to an executor. With
 * {@code sleep} as its second argument it only sleeps, and tells of threads that poll connections.
 */
public final class VirtualWaitsProgram {
  private static final ReentrantLock LOCK = new ReentrantLock();

  /** Kept, or its port would close. */
  private static final List<ServerSocket> SERVERS = new ArrayList<>();

  private static volatile double sink;

  private VirtualWaitsProgram() {}

  /** Something that waits. */
  private interface Step {
    void run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 1) {
      waitForAll();
    }
    sleep(Integer.parseInt(arguments[0]));
    System.out.println("ready");
    while (System.in.read() >= 0) {}
    System.out.println("pollers " + pollers());
    System.exit(0);
  }

  private static long pollers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().contains("Poller"))
        .count();
  }

  private static void waitForAll() throws Exception {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    SERVERS.add(server);
    Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
    Socket accepted = server.accept();
    CountDownLatch owned = new CountDownLatch(1);
    start(
        "owner",
        () -> {
          LOCK.lock();
          owned.countDown();
          Thread.sleep(1_000_000);
        });
    owned.await();
    start("blocked", LOCK::lock);
    start("asks", () -> client.getInputStream().read());
    start("serves", () -> accepted.getInputStream().read());
    start("naps", VirtualWaitsProgram::nap);
    start("works", VirtualWaitsProgram::work);
    ExecutorService pool = Executors.newFixedThreadPool(2, factory("pooled"));
    for (int i = 0; i < 5; i++) {
      pool.execute(() -> orThrow(() -> Thread.sleep(1_000_000)));
    }
    System.out.println("pool " + System.identityHashCode(pool));
    System.out.println("port " + server.getLocalPort());
  }

  private static void sleep(int sleepers) throws Exception {
    ExecutorService executor = executor();
    for (int i = 0; i < sleepers; i++) {
      Step sleep = () -> Thread.sleep(1_000_000);
      if (i % 2 == 0) {
        start("sleeper", sleep);
      } else {
        executor.execute(() -> orThrow(sleep));
      }
    }
  }

  private static void work() {
    for (long i = 0; ; i++) {
      sink = Math.sqrt(sink + i);
    }
  }

  private static void nap() throws InterruptedException {
    while (true) {
      Thread.sleep(5);
    }
  }

  // By reflection: the tests are compiled for 17.
  private static ThreadFactory factory(String name) throws Exception {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> type = Class.forName("java.lang.Thread$Builder");
    type.getMethod("name", String.class).invoke(builder, name);
    return (ThreadFactory) type.getMethod("factory").invoke(builder);
  }

  private static void start(String name, Step step) throws Exception {
    factory(name).newThread(() -> orThrow(step)).start();
  }

  private static ExecutorService executor() throws Exception {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  private static void orThrow(Step step) {
    try {
      step.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
