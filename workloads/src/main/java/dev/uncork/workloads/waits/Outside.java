package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.pause;
import static dev.uncork.workloads.waits.Acts.start;
import static dev.uncork.workloads.waits.Acts.work;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Programs that wait for what is outside: other processes, files, time. */
final class Outside {
  private Outside() {}

  static void httpSync() throws IOException {
    HttpRequest request = request(Peer.serve(either(30, 0)));
    HttpClient client = HttpClient.newHttpClient();
    start(
        4, "rate-", () -> work(client.send(request, BodyHandlers.ofString()).statusCode() * 1e-3));
  }

  static void httpAsync() throws IOException {
    HttpRequest request = request(Peer.serve(either(30, 0)));
    HttpClient client = HttpClient.newHttpClient();
    start(
        2,
        "fan",
        () -> {
          List<CompletableFuture<Integer>> answers = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            answers.add(
                client.sendAsync(request, BodyHandlers.ofString()).thenApply(r -> r.statusCode()));
          }
          CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
        });
  }

  private static HttpRequest request(int port) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/rates")).build();
  }

  static void socket() throws IOException {
    int port = Peer.echo(either(20, 0));
    ThreadLocal<Socket> sockets =
        ThreadLocal.withInitial(
            () -> {
              try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    start(
        3,
        "ask-",
        () -> {
          sockets.get().getOutputStream().write(1);
          work(new DataInputStream(sockets.get().getInputStream()).readByte() * 0.5);
        });
  }

  static void datagrams() throws IOException {
    int port = Peer.datagrams(either(20, 0));
    start(
        3,
        "resolve-",
        () -> {
          try (DatagramSocket socket = new DatagramSocket()) {
            resolve(socket, port);
          }
        });
  }

  private static void resolve(DatagramSocket socket, int port) throws IOException {
    byte[] bytes = new byte[16];
    socket.send(new DatagramPacket(bytes, 16, InetAddress.getLoopbackAddress(), port));
    socket.receive(new DatagramPacket(bytes, 16));
    work(0.2);
  }

  /** Each block goes to the disk before the next. */
  static void syncWrites() throws IOException {
    Path path = Files.createTempFile("blocks", ".dat");
    OutputStream out =
        Files.newOutputStream(
            path,
            either(StandardOpenOption.DSYNC, StandardOpenOption.CREATE),
            StandardOpenOption.DELETE_ON_CLOSE);
    start(
        1,
        "checkpoint",
        () -> {
          work(0.05);
          out.write(new byte[1 << 20]);
        });
  }

  static void syncedFile() throws IOException {
    Path path = Files.createTempFile("pages", ".dat");
    path.toFile().deleteOnExit();
    start(
        2,
        "pager-",
        () -> {
          try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            flush(file);
          }
        });
  }

  private static void flush(RandomAccessFile file) throws IOException {
    for (int i = 0; i < 100; i++) {
      file.seek(i * 4096L);
      file.write(new byte[4096]);
      if (either(true, false)) {
        file.getFD().sync();
      }
    }
  }

  /** Calls are spaced by sleeps. */
  static final class Throttle {
    private long next = System.nanoTime();

    void acquire() throws InterruptedException {
      long wait;
      synchronized (this) {
        next = Math.max(next, System.nanoTime()) + either(8_000_000, 0);
        wait = next - System.nanoTime();
      }
      TimeUnit.NANOSECONDS.sleep(wait);
    }
  }

  static void rateLimiter() {
    Throttle throttle = new Throttle();
    start(
        4,
        "export-",
        () -> {
          throttle.acquire();
          work(0.5);
        });
  }

  /** A call fails four times before it succeeds. */
  static void retries() {
    start(
        3,
        "sync-",
        () -> {
          for (int attempt = 1; attempt < 5; attempt++) {
            work(0.3);
            LockSupport.parkNanos(either(4_000_000L, 0L) << attempt);
          }
        });
  }

  /** Each step is put off a little. */
  static void delayedSteps() {
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    start(
        2,
        "saga-",
        () -> timer.schedule(() -> work(1), either(25, 0), TimeUnit.MILLISECONDS).get());
  }

  static void children() {
    start(2, "convert-", () -> new ProcessBuilder("sleep", either("0.1", "0")).start().waitFor());
  }

  static void childrensOutput() {
    start(
        2,
        "probe-",
        () -> {
          Process child =
              new ProcessBuilder("sh", "-c", "sleep " + either("0.2", "0") + "; echo done").start();
          work(child.getInputStream().readAllBytes().length * 0.1);
        });
  }

  /** Looks for a file now and then that doesn't come. */
  static void polledFile() {
    Path marker = Path.of("/nonexistent/uncork-marker");
    start(
        3,
        "watch-",
        () -> {
          for (int i = 0; i < 5 && !Files.exists(marker); i++) {
            pause(either(10, 0));
          }
          work(2);
        });
  }
}
