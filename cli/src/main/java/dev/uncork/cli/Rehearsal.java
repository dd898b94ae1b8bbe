package dev.uncork.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * A run of the most used commands, {@code Rehearsal DIRECTORY}, which loads the classes that they
 * need: {@code lib/share-classes} keeps these in an archive, so that later JVMs start faster.
 */
public final class Rehearsal {
  private Rehearsal() {}

  public static void main(String[] args) {
    Path directory = Path.of(args[0]);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String recording = directory.resolve("rehearsal.jfr").toString();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false);
    System.setOut(nowhere);
    System.setErr(nowhere);
    Main.run("--version");
    Main.run("--help");
    Main.run("run", "--out", recording, "--", java, "-version");
    Main.run(
        "report",
        "--json",
        directory.resolve("rehearsal.json").toString(),
        "--html",
        directory.resolve("rehearsal.html").toString(),
        recording);
    Main.run("attach");
  }
}
