package dev.uncork.agent.child;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Threads whose library syncs a file for each row, in native code of its own. */
final class NativeFilesProgram {
  private static final int WRITERS = 4;

  private static volatile boolean ended;

  private NativeFilesProgram() {}

  /** Ends when its standard input does; the argument is a folder on a disk. */
  public static void main(String[] args) throws Exception {
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      String url = "jdbc:sqlite:" + Path.of(args[0]).resolve(i + ".db");
      Thread writer = new Thread(() -> write(url), "writer-" + i);
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

  private static void write(String url) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("pragma journal_mode = persist"); // Else it removes a file for each row.
      statement.executeUpdate("create table row as select 1 number");
      while (!ended) {
        statement.executeUpdate("update row set number = number + 1");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
