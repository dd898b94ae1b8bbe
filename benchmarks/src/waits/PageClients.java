import java.io.InputStream;
import java.net.URL;
import java.util.concurrent.atomic.LongAdder;

/** Threads that get a page again and again. Arguments: its address, and threads. */
public final class PageClients {
  private PageClients() {}

  public static void main(String[] args) throws Exception {
    URL page = new URL(args[0]);
    int threads = Integer.parseInt(args[1]);
    System.setProperty("http.maxConnections", args[1]);
    Load.start("client", threads, thread -> () -> get(page), new LongAdder());
    Thread.currentThread().join();
  }

  private static void get(URL page) throws Exception {
    try (InputStream answer = page.openStream()) {
      answer.readAllBytes();
    }
  }
}
