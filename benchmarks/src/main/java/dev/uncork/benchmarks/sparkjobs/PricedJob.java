package dev.uncork.benchmarks.sparkjobs;

import java.util.ArrayList;
import java.util.List;

/**
 * A job whose time with other numbers of executors is predicted and measured.
 *
 * @param recorded executors of the run from which it is predicted
 * @param others numbers of executors that it is predicted for; beyond the cores of the machine only
 *     where its tasks wait
 */
record PricedJob(String name, List<String> program, int recorded, List<Integer> others) {

  /** Six whose tasks wait, and six queries of TPC-H. */
  static List<PricedJob> all() {
    List<PricedJob> jobs = new ArrayList<>();
    for (String shape :
        List.of("even", "uneven", "one-long", "stages", "driver", "two-at-a-time")) {
      jobs.add(new PricedJob("waiting-" + shape, List.of("waiting", shape), 2, List.of(1, 4)));
    }
    for (int query : List.of(1, 3, 6)) {
      jobs.add(query(query, 1, 2));
    }
    for (int query : List.of(5, 9, 18)) {
      jobs.add(query(query, 2, 1));
    }
    return jobs;
  }

  /** Whether its tasks compute, on tables of TPC-H, rather than wait. */
  boolean computes() {
    return program.get(0).equals("tpch");
  }

  private static PricedJob query(int query, int recorded, int other) {
    List<String> program = new ArrayList<>(List.of("tpch", "--queries=" + query, "--rounds=4"));
    program.addAll(TpchTables.arguments());
    return new PricedJob("tpch-q" + query, program, recorded, List.of(other));
  }
}
