package dev.uncork.cli.progress;

import static dev.uncork.cli.progress.ProgressFinderTest.find;
import static dev.uncork.cli.progress.ProgressFinderTest.last;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Progress is found in what known tools print. */
class ToolOutputTest {
  /** As TLC 2.19 prints it, once a minute: a rate per minute is no rate per second. */
  @Test
  void tlc() {
    FoundProgress found =
        find(
                "TLC2 Version 2.19 of 08 August 2024 (rev: 5a47802)",
                "Running breadth-first search Model-Checking with fp 97 and seed 84 with 8 workers"
                    + " on 16 cores with 3943MB heap and 64MB offheap memory [pid: 4711]",
                "Computing initial states...",
                "Progress(9) at 2026-11-26 12:00:03: 1,034,223 states generated (1,034,223 s/min),"
                    + " 250,123 distinct states found (250,123 ds/min), 98,123 states left on"
                    + " queue.",
                "Progress(11) at 2026-11-26 12:01:03: 4,534,441 states generated (3,500,218 s/min),"
                    + " 850,777 distinct states found (600,654 ds/min), 298,432 states left on"
                    + " queue.",
                "Progress(12) at 2026-11-26 12:02:03: 8,134,900 states generated (3,600,459 s/min),"
                    + " 1,650,001 distinct states found (799,224 ds/min), 498,555 states left on"
                    + " queue.")
            .orElseThrow();
    assertThat(found.label()).contains("… states generated");
    assertThat(last(found)).isEqualTo(8_134_900);
  }

  @Test
  void jmh() {
    FoundProgress found =
        find(
                "# JMH version: 1.37",
                "# Warmup: 5 iterations, 10 s each",
                "# Run progress: 0.00% complete, ETA 00:01:40",
                "# Fork: 1 of 1",
                "# Warmup Iteration   1: 1443.721 ops/s",
                "# Warmup Iteration   2: 1501.337 ops/s",
                "# Warmup Iteration   3: 1499.018 ops/s")
            .orElseThrow();
    assertThat(found.label()).isEqualTo("# Warmup Iteration …: … ops/s");
  }

  @Test
  void renaissance() {
    FoundProgress found =
        find(
                "====== scala-kmeans (functional) [default], iteration 0 started ======",
                "GC before operation: completed in 12.345 ms, heap usage 23.4 MB -> 5.6 MB.",
                "====== scala-kmeans (functional) [default], iteration 0 completed (834.1 ms) ====",
                "====== scala-kmeans (functional) [default], iteration 1 started ======",
                "GC before operation: completed in 13.345 ms, heap usage 33.4 MB -> 5.6 MB.",
                "====== scala-kmeans (functional) [default], iteration 1 completed (734.1 ms) ====",
                "====== scala-kmeans (functional) [default], iteration 2 started ======",
                "====== scala-kmeans (functional) [default], iteration 2 completed (694.1 ms) ====",
                "====== scala-kmeans (functional) [default], iteration 3 started ======",
                "====== scala-kmeans (functional) [default], iteration 3 completed (684.1 ms) ====")
            .orElseThrow();
    assertThat(found.label()).contains("iteration …");
  }

  @Test
  void dacapo() {
    FoundProgress found =
        find(
                "===== DaCapo evaluation-git+309e1fa lusearch starting warmup 1 =====",
                "===== DaCapo evaluation-git+309e1fa lusearch completed warmup 1 in 2031 msec =====",
                "===== DaCapo evaluation-git+309e1fa lusearch starting warmup 2 =====",
                "===== DaCapo evaluation-git+309e1fa lusearch completed warmup 2 in 1432 msec =====",
                "===== DaCapo evaluation-git+309e1fa lusearch starting warmup 3 =====",
                "===== DaCapo evaluation-git+309e1fa lusearch completed warmup 3 in 1387 msec =====")
            .orElseThrow();
    assertThat(found.label()).contains("warmup …");
  }

  @Test
  void hiBench() {
    assertThat(
            find(
                "patching args=",
                "Parsing conf: /opt/HiBench/conf/hadoop.conf",
                "hdfs du -s: /HiBench/Wordcount/Input 3281842",
                "26/11/26 12:00:01 INFO mapreduce.Job:  map 0% reduce 0%",
                "26/11/26 12:00:09 INFO mapreduce.Job:  map 13% reduce 0%",
                "26/11/26 12:00:15 INFO mapreduce.Job:  map 100% reduce 33%",
                "26/11/26 12:00:20 INFO mapreduce.Job:  map 100% reduce 100%",
                "finish HadoopWordcount bench"))
        .isEmpty();
  }
}
