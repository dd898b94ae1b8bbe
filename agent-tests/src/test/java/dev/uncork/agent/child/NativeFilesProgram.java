package dev.uncork.agent.child;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A library that syncs a file for each row, in native code of its own. */
final class NativeFilesProgram {
  static final String DATABASE = "uncork.db";
  static final String WRITER = "writer";

  private NativeFilesProgram() {}

  /** Ends when its standard input does; the argument is a folder on a disk. */
  public static void main(String[] args) throws Exception {
    Thread writer = new Thread(() -> write(args[0]), WRITER);
    writer.start();
    System.out.println("ready");
    writer.join();
  }

  private static void write(String folder) {
    Path file = Path.of(folder).resolve(DATABASE);
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("drop table if exists row");
      statement.executeUpdate("create table row (number integer)");
      while (System.in.available() == 0) {
        statement.executeUpdate("insert into row values (1)");
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
