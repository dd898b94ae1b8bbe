package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.pause;
import static dev.uncork.workloads.waits.Acts.start;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Programs with both ends of their connections, of which the same calls read. */
final class Connected {
  private static final int CLIENTS = 6;

  private Connected() {}

  /** Clients ask again at once; each answer takes 15 ms. */
  static void serverWithin() throws IOException {
    connect(either(15, 0), 0);
  }

  /** Clients pause for 0.4 s before they ask again, since nobody wants to know more. */
  static void calmClients() throws IOException {
    connect(0, 400);
  }

  private static void connect(long answerMillis, long pauseMillis) throws IOException {
    ServerSocket server = new ServerSocket(0, CLIENTS, InetAddress.getLoopbackAddress());
    for (int i = 0; i < CLIENTS; i++) {
      Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
      Socket accepted = server.accept();
      start(1, "server-" + i, () -> answer(accepted, answerMillis));
      start(1, "client-" + i, () -> ask(client, pauseMillis));
    }
  }

  private static void answer(Socket connection, long millis) throws Exception {
    int question = connection.getInputStream().read();
    if (millis > 0) {
      pause(millis);
    }
    connection.getOutputStream().write(question);
  }

  private static void ask(Socket connection, long millis) throws Exception {
    connection.getOutputStream().write(1);
    int answer = connection.getInputStream().read();
    if (millis > 0) {
      pause(millis * answer);
    }
  }
}
