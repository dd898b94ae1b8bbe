package dev.uncork.systemtests.program;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.Stack;
import java.util.TreeMap;
import java.util.Vector;

/** Text processing with legacy collections and streams, single-threaded, then a little shared. */
public final class LegacyText {
  private static final int WORDS = 20_000;

  private LegacyText() {}

  /** A counter that two threads end up sharing. */
  static final class Tally {
    private long value;

    synchronized void add(long delta) {
      value += delta;
    }

    synchronized long value() {
      return value;
    }
  }

  public static void main(String[] arguments) throws Exception {
    Vector<String> words = new Vector<>();
    for (int i = 0; i < WORDS; i++) {
      words.add("w" + (i * 7919L) % 997);
    }
    Hashtable<String, Integer> counts = new Hashtable<>();
    for (int i = 0; i < words.size(); i++) {
      counts.merge(words.get(i), 1, Integer::sum);
    }
    StringBuffer text = new StringBuffer();
    Stack<String> stack = new Stack<>();
    for (String word : new TreeMap<>(counts).keySet()) {
      stack.push(word);
      text.append(word).append('=').append(counts.get(word)).append('\n');
    }
    System.out.println(text.toString().hashCode() + " " + stack.peek() + " " + written(words));
    System.out.println(shared());
  }

  private static int written(Vector<String> words) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(bytes, 64))) {
      for (String word : words) {
        out.writeUTF(word);
        out.writeInt(word.length());
      }
    }
    return Arrays.hashCode(bytes.toByteArray());
  }

  private static long shared() throws InterruptedException {
    Tally tally = new Tally();
    Runnable work =
        () -> {
          for (int i = 0; i < WORDS; i++) {
            tally.add(i);
          }
        };
    work.run();
    Thread[] threads = {new Thread(work), new Thread(work)};
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return tally.value();
  }
}
