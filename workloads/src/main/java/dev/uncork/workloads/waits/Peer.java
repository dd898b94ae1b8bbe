package dev.uncork.workloads.waits;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** The other side of a connection: a process of its own, which ends with its parent. */
public final class Peer {
  private Peer() {}

  /** Port of an HTTP server that answers after so long. */
  static int serve(int millis) throws IOException {
    return launch("http", millis);
  }

  /** Port of a server that sends each byte back after so long. */
  static int echo(int millis) throws IOException {
    return launch("echo", millis);
  }

  /** Port of a server of datagrams that answers after so long. */
  static int datagrams(int millis) throws IOException {
    return launch("datagram", millis);
  }

  /** Lets another process ask an HTTP server, from so many threads with so long a pause. */
  static void ask(int port, int threads, int pauseMillis) throws IOException {
    launch("client", port, threads, pauseMillis);
  }

  private static int launch(String kind, int... numbers) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Peer.class.getName(),
            kind);
    for (int number : numbers) {
      builder.command().add(Integer.toString(number));
    }
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String line =
        new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
    return Integer.parseInt(line);
  }

  /** Runs it. */
  public static void main(String[] args) throws IOException {
    int number = Integer.parseInt(args[1]);
    int port =
        switch (args[0]) {
          case "http" -> http(number);
          case "echo" -> echoServer(number);
          case "datagram" -> datagramServer(number);
          default -> client(number, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        };
    System.out.println(port);
    System.in.transferTo(java.io.OutputStream.nullOutputStream());
    Runtime.getRuntime().halt(0);
  }

  private static int http(int millis) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext(
        "/",
        exchange -> {
          standStill(millis);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
    return server.getAddress().getPort();
  }

  private static int echoServer(int millis) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Acts.start(
        1,
        "accept",
        () -> {
          Socket socket = server.accept();
          Acts.start(
              1,
              "echo",
              () -> {
                int value = socket.getInputStream().read();
                standStill(millis);
                socket.getOutputStream().write(value);
              });
        });
    return server.getLocalPort();
  }

  private static int datagramServer(int millis) throws IOException {
    DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    Acts.start(
        4,
        "answer",
        () -> {
          DatagramPacket packet = new DatagramPacket(new byte[16], 16);
          socket.receive(packet);
          standStill(millis);
          socket.send(packet);
        });
    return socket.getLocalPort();
  }

  private static int client(int port, int threads, int pauseMillis) {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port)).build();
    Acts.start(
        threads,
        "user",
        () -> {
          client.send(request, BodyHandlers.discarding());
          Acts.pause(pauseMillis);
        });
    return port;
  }

  private static void standStill(int millis) {
    try {
      Acts.pause(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
