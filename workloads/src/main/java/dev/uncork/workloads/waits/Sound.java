package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.pause;
import static dev.uncork.workloads.waits.Acts.start;
import static dev.uncork.workloads.waits.Acts.work;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Programs with which nothing is wrong, and some that the JVM or lack of threads holds up. */
final class Sound {
  private static final List<byte[]> LIVE = new ArrayList<>();

  private Sound() {}

  /** A selector with an event now and then. */
  static void quietLoop() throws IOException {
    Pipe pipe = Pipe.open();
    Selector selector = Selector.open();
    pipe.source().configureBlocking(false);
    pipe.source().register(selector, SelectionKey.OP_READ);
    start(
        1,
        "loop",
        () -> {
          selector.select();
          selector.selectedKeys().clear();
          pipe.source().read(java.nio.ByteBuffer.allocate(16));
          work(0.5);
        });
    start(
        1,
        "ticker",
        () -> {
          pause(100);
          pipe.sink().write(java.nio.ByteBuffer.allocate(1));
        });
  }

  /** A server that uses about a third of a core, asked by another process. */
  static void lightServer() throws IOException {
    Peer.ask(server(2), 2, 10);
  }

  /** A server that uses about two thirds of the cores. */
  static void busyServer() throws IOException {
    Peer.ask(server(4), 6, 8);
  }

  private static int server(double millis) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext(
        "/",
        exchange -> {
          work(millis);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.start();
    return server.getAddress().getPort();
  }

  /** Done after a second, and waits to be told to end. */
  static void doneBatch() {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 100; i++) {
      pool.execute(() -> work(2));
    }
  }

  /** Threads that look after things every 10 to 100 ms. */
  static void housekeeping() {
    AtomicBoolean stop = new AtomicBoolean();
    start(
        1,
        "cleaner",
        () -> {
          pause(10);
          work(0.05);
        });
    start(
        1,
        "heartbeat",
        () -> {
          LockSupport.parkNanos(100_000_000);
          work(stop.get() ? 1 : 0.05);
        });
    Object signal = new Object();
    start(
        1,
        "expiry",
        () -> {
          synchronized (signal) {
            if (!stop.get()) {
              signal.wait(50);
            }
          }
        });
    Timer timer = new Timer("stats", true);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            work(0.1);
          }
        },
        20,
        20);
    ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(2);
    scheduled.scheduleAtFixedRate(() -> work(0.1), 30, 30, TimeUnit.MILLISECONDS);
  }

  /** Ten messages a second for a consumer that needs a millisecond. */
  static void quietQueue() {
    BlockingQueue<Integer> messages = new LinkedBlockingQueue<>();
    start(3, "consumer-", () -> work(messages.take()));
    ScheduledExecutorService source = Executors.newScheduledThreadPool(1);
    source.scheduleAtFixedRate(() -> messages.add(1), 100, 100, TimeUnit.MILLISECONDS);
  }

  /** Connections that are open and quiet, each with its thread. */
  static void keptAlive() throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(
        1,
        "acceptor",
        () -> {
          Socket accepted = server.accept();
          start(
              1,
              "connection-" + accepted.getPort() + "-",
              () -> work(accepted.getInputStream().read() * 0.1));
        });
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      clients.add(new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()));
    }
    start(
        1,
        "poke",
        () -> {
          pause(400);
          clients.get(0).getOutputStream().write(1);
        });
  }

  /** Both cores, all the time. */
  static void evenStream() {
    start(1, "even", () -> IntStream.range(0, 4000).parallel().forEach(i -> work(0.5)));
  }

  static void evenPool() {
    start(Runtime.getRuntime().availableProcessors(), "cruncher-", () -> work(5));
  }

  /** A program of one thread. */
  static void oneThread() {
    start(either(1, Runtime.getRuntime().availableProcessors()), "solver", () -> work(5));
  }

  /** The heap is nearly full of what lives on. */
  static void fullHeap() {
    long budget = Runtime.getRuntime().maxMemory() * either(7, 2) / 10;
    for (long kept = 0; kept < budget; kept += 1024) {
      LIVE.add(new byte[1000]);
    }
    start(
        3,
        "render-",
        () -> {
          for (int i = 0; i < 1000; i++) {
            LIVE.set(i, new byte[1000]);
          }
        });
  }

  /** Somebody asks for collections. */
  static void explicitGc() {
    for (int i = 0; i < 20_000; i++) {
      LIVE.add(new byte[1000]);
    }
    start(
        2,
        "convert-",
        () -> {
          work(1);
          if (either(true, false)) {
            System.gc();
          }
        });
  }
}
