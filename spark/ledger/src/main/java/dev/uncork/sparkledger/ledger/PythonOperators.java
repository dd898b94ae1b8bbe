package dev.uncork.sparkledger.ledger;

import java.util.Set;

/** Operators of plans, and RDDs, whose tasks hand rows to Python workers and wait for them. */
public final class PythonOperators {
  private static final Set<String> NAMES =
      Set.of(
          "PythonRDD",
          "PythonRunner",
          "BatchEvalPython",
          "ArrowEvalPython",
          "BatchEvalPythonUDTF",
          "ArrowEvalPythonUDTF",
          "MapInPandas",
          "MapInArrow",
          "PythonMapInArrow",
          "FlatMapGroupsInPandas",
          "FlatMapGroupsInArrow",
          "FlatMapCoGroupsInPandas",
          "FlatMapCoGroupsInArrow",
          "FlatMapGroupsInPandasWithState",
          "AggregateInPandas",
          "ArrowAggregatePython",
          "ArrowWindowPython",
          "WindowInPandas");

  private PythonOperators() {}

  public static boolean contains(String name) {
    return NAMES.contains(name);
  }
}
