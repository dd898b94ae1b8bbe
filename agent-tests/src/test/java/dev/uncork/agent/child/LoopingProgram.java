package dev.uncork.agent.child;

import java.io.IOException;

/** A program whose threads take a monitor in a loop in one class, until its standard input ends. */
public final class LoopingProgram {
  private static long work;

  private LoopingProgram() {}

  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(LoopingProgram::loop, "looper " + i);
      thread.setDaemon(true);
      thread.start();
    }
    System.out.println("ready");
    End.await();
  }

  /** The loops of the workers are to be the only ones of their class. */
  private static final class End {
    static void await() throws IOException {
      while (System.in.read() >= 0) {}
    }
  }

  private static void loop() {
    while (true) {
      hold();
    }
  }

  private static synchronized void hold() {
    long end = System.nanoTime() + 100_000;
    while (System.nanoTime() < end) {
      work++;
    }
  }
}
