package dev.uncork.benchmarks.shuffle;

import java.util.Locale;

/**
 * What the shuffle takes of an executor as the cluster grows, by arithmetic: a table for
 * docs/shuffle-scale.md. One executor per host, the worst case: no memory of another is mapped.
 */
public final class ScaleModel {
  private static final double MIB = 1 << 20;
  private static final int SEGMENT_MIB = 128;
  private static final double LIVE_TABLE_MIB = 8;

  /** Descriptor and length; UCX's key of a device takes some 30 B of it. */
  private static final int DESCRIPTOR_BYTES = 64;

  /** UCX's address of a worker with one device. */
  private static final int ADDRESS_BYTES = 200;

  /** Queue pair with its queues, and UCX's endpoint. */
  private static final double CONNECTION_KIB = 64;

  private static final int GROUP_PARTS = 256;

  /** Fixed part of a slice, an extent, and per part its start and checksum. */
  private static final int SLICE_BYTES = 64;

  private static final int EXTENT_BYTES = 20;
  private static final int PART_BYTES = 12;

  /** Measured: CPU of a small message over Spark's Netty, and of each KiB of a larger one. */
  private static final double NETTY_MESSAGE_MICROS = 59;

  private static final double NETTY_KIB_MICROS = 1.3;

  private ScaleModel() {}

  /** A cluster and a shuffle on it; a task for each core in both stages, three times over. */
  private record Case(int executors, int cores, int arenaMib, double shuffledGib) {
    int tasks() {
      return 3 * executors * cores;
    }

    int registrations() {
      return arenaMib / SEGMENT_MIB + 1;
    }

    double greetingMib(int peers) {
      return peers * (ADDRESS_BYTES + registrations() * DESCRIPTOR_BYTES) / MIB;
    }

    /** Of a map output, for an executor that reads its share of scattered parts. */
    double groups() {
      double all = Math.ceil((double) tasks() / GROUP_PARTS);
      double partsRead = 3.0 * cores;
      return all * (1 - Math.pow(1 - 1 / all, partsRead));
    }

    double slicesMib() {
      int parts = Math.min(GROUP_PARTS, tasks());
      return tasks() * groups() * (SLICE_BYTES + EXTENT_BYTES + parts * PART_BYTES) / MIB;
    }

    double blockKib() {
      return shuffledGib * MIB / ((double) tasks() * tasks());
    }

    double readMib() {
      return shuffledGib * 1024 / executors;
    }

    double indexSeconds() {
      return tasks() * groups() * NETTY_MESSAGE_MICROS / 1e6;
    }

    double nettySeconds() {
      double blocks = tasks() * 3.0 * cores;
      return (blocks * NETTY_MESSAGE_MICROS + readMib() * 1024 * NETTY_KIB_MICROS) / 1e6;
    }
  }

  /** Prints the table. */
  public static void main(String[] args) {
    int limit = 1000;
    System.out.println(
        "| executors | map tasks, partitions | block | registrations, memory | the same, one per map"
            + " output | connections, memory (limit "
            + limit
            + ") | greetings | indexes read | CPU of indexes | CPU of the same blocks by Netty |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|");
    for (Case each :
        new Case[] {
          new Case(34, 8, 8192, 100),
          new Case(1000, 8, 8192, 3000),
          new Case(10_000, 8, 8192, 30_000)
        }) {
      int peers = Math.min(limit, each.executors() - 1);
      System.out.println(
          String.format(
              Locale.ROOT,
              "| %,d | %,d | %s | %d, %.1f GiB | %,d | %,d, %.0f MiB | %.1f MiB | %.1f MiB | %.2f s |"
                  + " %.1f s |",
              each.executors(),
              each.tasks(),
              size(each.blockKib()),
              each.registrations(),
              (each.arenaMib() + LIVE_TABLE_MIB) / 1024,
              each.tasks() / each.executors() + each.tasks() * 3 * each.cores(),
              peers,
              peers * CONNECTION_KIB / 1024,
              each.greetingMib(peers),
              each.slicesMib(),
              each.indexSeconds(),
              each.nettySeconds()));
    }
  }

  private static String size(double kib) {
    return kib >= 1
        ? String.format(Locale.ROOT, "%,.0f KiB", kib)
        : String.format(Locale.ROOT, "%,.0f B", kib * 1024);
  }
}
