package dev.uncork.protocol;

import java.io.IOException;
import java.nio.file.Path;

/** A process that holds a file until it is killed or its input ends. */
final class Holder {
  private Holder() {}

  public static void main(String[] args) throws IOException {
    try (Presence held = Presence.hold(Path.of(args[0]))) {
      System.out.println("held");
      while (System.in.read() >= 0) {}
    }
  }
}
