package dev.uncork.protocol;

import java.nio.file.Path;

/** A process that says what a file tells. */
final class Looker {
  private Looker() {}

  public static void main(String[] args) {
    System.out.println(Presence.of(Path.of(args[0])));
  }
}
