package dev.uncork.benchmarks.reservation.program;

import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Vector;

/** Addresses in memory, kept as programs before Java 1.2 did: added, found, sorted, deleted. */
final class LegacyDatabase implements SingleThreaded.Program {
  private static final int ENTRIES = 3_000;
  private static final int FIELDS = 7;
  private static final int LOOKUPS = 20_000;

  @Override
  public long run() {
    Vector<Vector<String>> entries = new Vector<>();
    Hashtable<String, Vector<String>> byName = new Hashtable<>();
    for (int i = 0; i < ENTRIES; i++) {
      Vector<String> entry = new Vector<>();
      for (int field = 0; field < FIELDS; field++) {
        entry.addElement("field" + field + "-" + (i * 7_919L * (field + 1) % ENTRIES));
      }
      entries.addElement(entry);
      byName.put("name" + i, entry);
    }
    long sum = 0;
    for (int i = 0; i < LOOKUPS; i++) {
      Vector<String> found = byName.get("name" + i * 31 % ENTRIES);
      sum = sum * 31 + (found == null ? 0 : found.elementAt(i % FIELDS).hashCode());
    }
    for (int field = 0; field < 2; field++) {
      sort(entries, field);
      sum = sum * 31 + entries.elementAt(ENTRIES / 3).elementAt(field).hashCode();
    }
    for (Enumeration<String> names = byName.keys(); names.hasMoreElements(); ) {
      sum += byName.containsKey(names.nextElement()) ? 1 : 0;
    }
    while (entries.size() > ENTRIES / 2) {
      entries.removeElementAt(entries.size() - 1);
    }
    return sum * 31 + entries.size();
  }

  /** Shell sort, in the vector itself. */
  private static void sort(Vector<Vector<String>> entries, int field) {
    for (int gap = entries.size() / 2; gap > 0; gap /= 2) {
      for (int i = gap; i < entries.size(); i++) {
        Vector<String> entry = entries.elementAt(i);
        int at = i;
        while (at >= gap
            && entries.elementAt(at - gap).elementAt(field).compareTo(entry.elementAt(field)) > 0) {
          entries.setElementAt(entries.elementAt(at - gap), at);
          at -= gap;
        }
        entries.setElementAt(entry, at);
      }
    }
  }
}
