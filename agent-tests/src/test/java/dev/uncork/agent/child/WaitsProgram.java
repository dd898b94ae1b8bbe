package dev.uncork.agent.child;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A program with a thread in each kind of wait, until its standard input ends. It writes the
 * identity hash codes of what they wait for.
 */
public final class WaitsProgram {
  private static final Object MONITOR = new Object();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final BlockingQueue<Object> QUEUE = new ArrayBlockingQueue<>(1);

  private WaitsProgram() {}

  public static void main(String[] arguments) throws Exception {
    ServerSocket server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress());
    Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
    start("lock owner", WaitsProgram::ownLock);
    await("lock owner", Thread.State.TIMED_WAITING);
    start("monitor owner", WaitsProgram::ownMonitor);
    await("monitor owner", Thread.State.WAITING);
    start("monitor waiter", WaitsProgram::enterMonitor);
    start("taker", QUEUE::take);
    start("reader", () -> client.getInputStream().read());
    Socket accepted = server.accept();
    start("server", () -> accepted.getInputStream().read());
    startBothEnds(server, false);
    startBothEnds(server, true);
    Selector selector = Selector.open();
    SocketChannel selected = SocketChannel.open(server.getLocalSocketAddress());
    selected.configureBlocking(false);
    selected.register(selector, SelectionKey.OP_READ);
    start("selector", selector::select);
    Process child = new ProcessBuilder("sleep", "600").start();
    start("writer", () -> child.getOutputStream().write(new byte[1_000_000]));
    start("joiner", () -> thread("taker").join());
    start("runner", WaitsProgram::run);
    ExecutorService pool =
        new ThreadPoolExecutor(
            2, 5, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), WaitsProgram::wrapped);
    for (int i = 0; i < 9; i++) {
      pool.execute(() -> orThrow(() -> Thread.sleep(1_000_000)));
    }
    System.out.println("port " + server.getLocalPort());
    System.out.println("monitor " + System.identityHashCode(MONITOR));
    System.out.println("joined " + System.identityHashCode(thread("taker")));
    System.out.println("pool " + System.identityHashCode(pool));
    System.out.println("ready");
    while (System.in.read() >= 0) {}
    child.destroy();
    System.exit(0);
  }

  /**
   * Both ends of a connection wait: for what the other one may say, or half of a request was sent.
   */
  private static void startBothEnds(ServerSocket server, boolean asks) throws Exception {
    Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
    Socket accepted = server.accept();
    Thread.sleep(50); // the kernel tells such times apart
    (asks ? client : accepted).getOutputStream().write(7);
    int read = (asks ? accepted : client).getInputStream().read();
    start(asks ? "asker" : "listener", () -> client.getInputStream().read());
    start("other end " + read, () -> accepted.getInputStream().read());
  }

  private static void ownLock() throws InterruptedException {
    LOCK.lock();
    Thread.sleep(1_000_000);
  }

  private static void ownMonitor() {
    synchronized (MONITOR) {
      LOCK.lock();
    }
  }

  private static void enterMonitor() {
    synchronized (MONITOR) {
      System.out.println("never");
    }
  }

  private static void run() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  /** As factories of threads do that have something to do around a task. */
  private static Thread wrapped(Runnable worker) {
    return new Thread(() -> worker.run(), "pooled");
  }

  private static void start(String name, Code code) {
    Thread thread = new Thread(() -> orThrow(code), name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void await(String name, Thread.State state) {
    while (thread(name).getState() != state) {
      Thread.onSpinWait();
    }
  }

  private static Thread thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findAny()
        .orElseThrow();
  }

  private static void orThrow(Code code) {
    try {
      code.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Code {
    void run() throws Exception;
  }
}
