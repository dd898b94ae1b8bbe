import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;

/**
 * Sixteen threads that add to totals in a PostgreSQL database, each with a connection of its own.
 * Arguments: its JDBC address, and how many totals there are.
 */
public final class PostgresRows {
  private static final int THREADS = 16;

  private PostgresRows() {}

  public static void main(String[] args) throws Exception {
    int rows = Integer.parseInt(args[1]);
    try (Connection connection = DriverManager.getConnection(args[0]);
        Statement statement = connection.createStatement()) {
      statement.execute("drop table if exists total");
      statement.execute("create table total(id int primary key, amount bigint)");
      statement.execute("insert into total select n, 0 from generate_series(0, 99) n");
    }
    Load.of("teller", THREADS, thread -> adding(args[0], thread % rows));
  }

  private static Load.Step adding(String address, int row) throws Exception {
    Connection connection = DriverManager.getConnection(address);
    PreparedStatement add =
        connection.prepareStatement("update total set amount = amount + 1 where id = ?");
    add.setInt(1, row);
    return add::executeUpdate;
  }
}
