package dev.uncork.diagnosis.habit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Like-named threads under one name: {@code worker-*} for {@code worker-1} and {@code worker-2}.
 */
public final class ThreadGroups {
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final int ENOUGH = 2;

  private final Map<String, String> groups = new HashMap<>();
  private final Map<String, Set<String>> members = new HashMap<>();

  /** What like-named threads have in common: each number of a name becomes {@code *}. */
  static String withoutNumbers(String name) {
    return NUMBER.matcher(name).replaceAll("*");
  }

  /** The group of a name. */
  public String of(String name) {
    String known = groups.get(name);
    return known == null ? add(name) : known;
  }

  private String add(String name) {
    String group = withoutNumbers(name);
    groups.put(name, group);
    Set<String> known = members.computeIfAbsent(group, any -> new HashSet<>());
    if (known.size() < ENOUGH) {
      known.add(name);
    }
    return group;
  }

  /** The name to show for a group: that of its only thread, where there is one. */
  public String shown(String group) {
    Set<String> known = members.getOrDefault(group, Set.of());
    return known.size() == 1 ? known.iterator().next() : group;
  }
}
