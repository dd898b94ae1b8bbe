import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Random;

/**
 * Eight threads whose transactions add to a total and then read accounts, in an H2 database in the
 * same process. Arguments: in how many tables the totals are; with one, all add to the same row.
 */
public final class H2Rows {
  private static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";
  private static final int THREADS = 8;
  private static final int ACCOUNTS = 10_000;
  private static final int READS = 40;

  private H2Rows() {}

  public static void main(String[] args) throws Exception {
    int tables = Integer.parseInt(args[0]);
    try (Connection connection = DriverManager.getConnection(URL);
        Statement statement = connection.createStatement()) {
      statement.execute("create table account(id int primary key, amount int)");
      statement.execute(
          "insert into account select x, 100 from system_range(0, " + (ACCOUNTS - 1) + ")");
      for (int i = 0; i < tables; i++) {
        statement.execute("create table total" + i + "(id int primary key, amount bigint)");
        statement.execute("insert into total" + i + " values (1, 0)");
      }
    }
    Load.of("teller", THREADS, thread -> new Teller(thread, thread % tables)::transact);
  }

  private static final class Teller {
    private final Random random;
    private final Connection connection;
    private final PreparedStatement add;
    private final PreparedStatement read;

    Teller(int seed, int table) throws Exception {
      random = new Random(seed);
      connection = DriverManager.getConnection(URL);
      connection.setAutoCommit(false);
      add = connection.prepareStatement("update total" + table + " set amount = amount + 1");
      read = connection.prepareStatement("select amount from account where id = ?");
    }

    void transact() throws Exception {
      add.executeUpdate();
      for (int i = 0; i < READS; i++) {
        read.setInt(1, random.nextInt(ACCOUNTS));
        try (ResultSet row = read.executeQuery()) {
          row.next();
        }
      }
      connection.commit();
    }
  }
}
