package dev.uncork.agent.child;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads whose library syncs a file for each row, in native code of its own; or waits there, by
 * short sleeps, until another one has done with the file that they share.
 */
final class NativeFilesProgram {
  private static final int WRITERS = 4;

  /** Else it removes a file for each row. */
  private static final String[] ALONE = {"pragma journal_mode = persist"};

  /** Nothing but the lock is waited for. */
  private static final String[] SHARED = {
    "pragma busy_timeout = 60000", "pragma journal_mode = memory", "pragma synchronous = off"
  };

  private static volatile boolean ended;

  private NativeFilesProgram() {}

  /**
   * Ends when its standard input does.
   *
   * @param args a folder on a disk, and {@code shared} where all write to one file
   */
  public static void main(String[] args) throws Exception {
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      boolean shared = args.length > 1;
      String url = "jdbc:sqlite:" + Path.of(args[0]).resolve((shared ? "all" : i) + ".db");
      Thread writer =
          new Thread(() -> write(url, shared ? SHARED : ALONE, shared ? 2000 : 1), "writer-" + i);
      writer.start();
      writers.add(writer);
    }
    System.out.println("ready");
    while (System.in.read() != '\n') {
      // Only a line ends it.
    }
    ended = true;
    for (Thread writer : writers) {
      writer.join();
    }
  }

  private static void write(String url, String[] pragmas, int rows) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String pragma : pragmas) {
        statement.execute(pragma);
      }
      statement.executeUpdate("create table if not exists row as select 1 number");
      while (!ended) {
        statement.executeUpdate("begin immediate");
        for (int i = 0; i < rows; i++) {
          statement.executeUpdate("update row set number = number + 1");
        }
        statement.executeUpdate("commit");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
