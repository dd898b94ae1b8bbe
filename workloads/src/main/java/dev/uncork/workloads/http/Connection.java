package dev.uncork.workloads.http;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A kept-alive HTTP/1.1 connection that sends one request at a time; for one thread. */
final class Connection implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 30_000;

  private final Socket socket = new Socket();
  private final InputStream in;
  private final OutputStream out;

  Connection(InetSocketAddress server) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(server, TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 14);
    out = socket.getOutputStream();
  }

  /** Asks for the page of that session and returns it. */
  String page(String session) throws IOException {
    String request =
        "GET /page HTTP/1.1\r\nHost: localhost\r\nCookie: session=" + session + "\r\n\r\n";
    out.write(request.getBytes(StandardCharsets.US_ASCII));
    String status = readLine();
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException("the server answered '" + status + "', expected HTTP/1.1 200");
    }
    int length = -1;
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
      }
    }
    byte[] body = in.readNBytes(length);
    if (body.length != length) {
      throw new EOFException("the page ended after " + body.length + " of " + length + " bytes");
    }
    return new String(body, StandardCharsets.US_ASCII);
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder(64);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
