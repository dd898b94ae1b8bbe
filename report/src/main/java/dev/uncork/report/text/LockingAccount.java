package dev.uncork.report.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What remedies would do to one class of a program. A place in the program is one line: class,
 * method and line, and what is the matter there.
 *
 * @param reservable whether its objects can be reserved
 * @param methods places that would enter by a reservation
 * @param against why its objects can't be reserved
 * @param subclasses why objects of subclasses can't be reserved, by name
 * @param elsewhere places that take the monitor of one of its objects
 * @param classes how many classes of the class path were looked at
 */
public record LockingAccount(
    String className,
    boolean reservable,
    List<String> methods,
    List<String> against,
    Map<String, List<String>> subclasses,
    List<String> elsewhere,
    Counters counters,
    int classes) {
  public LockingAccount {
    methods = List.copyOf(methods);
    against = List.copyOf(against);
    subclasses = Collections.unmodifiableMap(new LinkedHashMap<>(subclasses));
    elsewhere = List.copyOf(elsewhere);
  }

  /**
   * What becomes of its counters.
   *
   * @param atomic whether they can be atomic
   * @param operations places that count; empty where the class has no synchronized counter
   * @param against why they can't be atomic
   * @param againstSpreading why they can't be spread over an adder either
   * @param switchesBack places elsewhere that put them under the monitor again
   */
  public record Counters(
      boolean atomic,
      List<String> operations,
      List<String> against,
      List<String> againstSpreading,
      List<String> switchesBack) {
    public Counters {
      operations = List.copyOf(operations);
      against = List.copyOf(against);
      againstSpreading = List.copyOf(againstSpreading);
      switchesBack = List.copyOf(switchesBack);
    }
  }
}
