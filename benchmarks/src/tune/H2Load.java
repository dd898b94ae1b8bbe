import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that transfer money between accounts of an H2 database in memory. Arguments: threads and
 * transfers of all together. The sum of all accounts is checked at the end.
 */
public final class H2Load {
  private static final int ACCOUNTS = 10_000;
  private static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000";

  private H2Load() {}

  public static void main(String[] args) throws Exception {
    int threads = Integer.parseInt(args[0]);
    long transfers = Long.parseLong(args[1]);
    try (Connection connection = DriverManager.getConnection(URL)) {
      connection.createStatement().execute("create table account(id int primary key, amount int)");
      connection
          .createStatement()
          .execute("insert into account select x, 100 from system_range(0, " + (ACCOUNTS - 1) + ")");
      AtomicLong left = new AtomicLong(transfers);
      AtomicLong failed = new AtomicLong();
      Thread[] workers = new Thread[threads];
      long start = System.nanoTime();
      for (int i = 0; i < threads; i++) {
        int seed = i;
        workers[i] = new Thread(() -> work(seed, left, failed), "worker-" + i);
        workers[i].start();
      }
      for (Thread worker : workers) {
        worker.join();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      ResultSet sum = connection.createStatement().executeQuery("select sum(amount) from account");
      sum.next();
      boolean right = sum.getLong(1) == 100L * ACCOUNTS && failed.get() == 0;
      System.out.printf("%d transfers, %.0f ops/s%n", transfers, transfers / seconds);
      System.out.println(right ? "RIGHT" : "WRONG: " + sum.getLong(1) + ", failed " + failed);
    }
  }

  private static void work(int seed, AtomicLong left, AtomicLong failed) {
    java.util.Random random = new java.util.Random(seed);
    try (Connection connection = DriverManager.getConnection(URL)) {
      connection.setAutoCommit(false);
      PreparedStatement read =
          connection.prepareStatement("select amount from account where id = ?");
      PreparedStatement add =
          connection.prepareStatement("update account set amount = amount + ? where id = ?");
      while (left.decrementAndGet() >= 0) {
        int from = random.nextInt(ACCOUNTS - 1);
        int to = from + 1 + random.nextInt(ACCOUNTS - 1 - from);
        for (int i = 0; i < 8; i++) {
          read.setInt(1, random.nextInt(ACCOUNTS));
          try (ResultSet row = read.executeQuery()) {
            row.next();
          }
        }
        // In order of the accounts, so that no two transfers wait for each other.
        update(add, -1, from);
        update(add, 1, to);
        connection.commit();
      }
    } catch (SQLException e) {
      System.out.println(e);
      failed.incrementAndGet();
    }
  }

  private static void update(PreparedStatement add, int amount, int id) throws SQLException {
    add.setInt(1, amount);
    add.setInt(2, id);
    add.executeUpdate();
  }
}
