package dev.uncork.agent.child;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/** A library that syncs a file for each row, in native code of its own. */
final class NativeFilesProgram {
  private NativeFilesProgram() {}

  /** Ends when its standard input does; the argument is a folder on a disk. */
  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]).resolve("uncork.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("drop table if exists row");
      statement.executeUpdate("create table row (number integer)");
      System.out.println("ready");
      while (System.in.available() == 0) {
        statement.executeUpdate("insert into row values (1)");
      }
    }
  }
}
