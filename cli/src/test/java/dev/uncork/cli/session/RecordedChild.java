package dev.uncork.cli.session;

import jdk.jfr.Event;
import jdk.jfr.Name;

/** A program that emits numbered events until it is killed, and says how far it is. */
final class RecordedChild {
  @Name("test.Tick")
  static final class Tick extends Event {
    int number;
  }

  private RecordedChild() {}

  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; ; i++) {
      Tick tick = new Tick();
      tick.number = i;
      tick.commit();
      System.out.println(i);
      Thread.sleep(1);
    }
  }
}
