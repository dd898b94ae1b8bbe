package dev.uncork.protocol;

import java.util.ArrayList;
import java.util.List;

/**
 * Threads of which each waits for a lock that the next one holds, the last for one of the first's;
 * or all threads of a pool, each of which waits for a task in its queue ({@code
 * AwaitedClass.OWN_QUEUE} stands for the class of the lock then).
 *
 * @param threads in that order
 */
public record Deadlock(List<Member> threads) {
  private static final String SEPARATOR = "\t";
  private static final int MEMBER_FIELDS = 3;

  public Deadlock {
    threads = List.copyOf(threads);
  }

  /**
   * One of the threads.
   *
   * @param thread its name
   * @param lockClass class of the lock that it waits for
   * @param owner name of the thread that holds that lock
   * @param stack frames as text, innermost first; empty where unknown
   */
  public record Member(String thread, String lockClass, String owner, List<String> stack) {
    public Member {
      stack = List.copyOf(stack);
    }

    /** One line: the fields, then the frames, separated by tabs. */
    String line() {
      List<String> fields = new ArrayList<>(List.of(thread, lockClass, owner));
      fields.addAll(stack);
      return String.join(SEPARATOR, fields.stream().map(Member::field).toList());
    }

    private static String field(String text) {
      return JvmStatus.oneLine(text.replace('\t', ' '));
    }

    static Member of(String line) {
      List<String> fields = new ArrayList<>(List.of(line.split(SEPARATOR, -1)));
      while (fields.size() < MEMBER_FIELDS) {
        fields.add("");
      }
      return new Member(
          fields.get(0),
          fields.get(1),
          fields.get(2),
          fields.subList(MEMBER_FIELDS, fields.size()));
    }
  }
}
