package dev.uncork.sparkworkloads.tpch;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DuckDB on the same Parquet files, which knows the right answers. */
final class DuckDb implements AutoCloseable {
  private final Connection connection;

  private DuckDb(Connection connection) {
    this.connection = connection;
  }

  /** Whether it is on the class path. */
  static boolean isHere() {
    try {
      Class.forName("org.duckdb.DuckDBDriver");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * Opens the tables.
   *
   * @throws SQLException when it can't read them
   */
  static DuckDb open(TpchData data) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:");
    DuckDb opened = new DuckDb(connection);
    try (Statement statement = connection.createStatement()) {
      for (String table : TpchData.tables()) {
        Path files = data.directory().resolve(table).resolve("*.parquet");
        statement.execute(
            "create view "
                + table
                + " as select * from read_parquet('"
                + files.toString().replace("'", "''")
                + "')");
      }
    }
    return opened;
  }

  /** Answers a query. */
  Answer answer(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(result.getObject(i));
        }
        rows.add(row);
      }
      return Answer.of(rows);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
