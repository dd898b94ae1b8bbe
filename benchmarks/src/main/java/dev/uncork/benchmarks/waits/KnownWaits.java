package dev.uncork.benchmarks.waits;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The programs of {@code benchmarks/src/waits}, each with its truth. */
final class KnownWaits {
  private static final String TOMCAT = "tomcat-pool";
  private static final String LUCENE = "lucene-commits";
  private static final String H2 = "h2-rows";
  private static final String ACTIVEMQ = "activemq-sends";
  private static final String ZOOKEEPER = "zookeeper-creates";
  private static final String NAME_NODE = "namenode-creates";
  static final String POSTGRES = "postgres-rows";

  private final Path work;

  /**
   * Programs.
   *
   * @param work where they may write
   */
  KnownWaits(Path work) {
    this.work = work;
  }

  /** Those that need nothing but their libraries. */
  List<KnownWait> selfContained() {
    List<KnownWait> all = new ArrayList<>();
    all.add(
        new KnownWait(
            TOMCAT,
            "32 requests at a time for a pool of 2 connections",
            Set.of("permits-exhausted", "pool-too-small"),
            pattern("hikari|connection"),
            "32 connections",
            List.of("TomcatPool", folder(TOMCAT), "2"),
            List.of("TomcatPool", folder(TOMCAT), "32")));
    all.add(
        new KnownWait(
            LUCENE,
            "a commit after each 20 documents: its files are forced to the disk, under a lock",
            Set.of("storage-wait", "contended-lock"),
            pattern("commit|force|fsync|sync|disk"),
            "a commit after each 100,000 documents",
            List.of("LuceneCommits", folder(LUCENE), "20"),
            List.of("LuceneCommits", folder(LUCENE), "100000")));
    all.add(
        new KnownWait(
            H2,
            "all transactions change the same row, which is locked until they end",
            Set.of("contended-lock"),
            pattern("H2.*row|table|Transaction"),
            "each thread changes a table of its own",
            List.of("H2Rows", "1"),
            List.of("H2Rows", "8")));
    all.add(
        new KnownWait(
            ACTIVEMQ,
            "each message is forced to the disk before its sender goes on",
            Set.of("storage-wait"),
            pattern("journal|kahadb|force|fsync|sync|disk|file"),
            "the journal is forced once a second",
            List.of("ActiveMqSends", folder(ACTIVEMQ), "ALWAYS"),
            List.of("ActiveMqSends", folder(ACTIVEMQ), "PERIODIC")));
    all.add(
        new KnownWait(
            ZOOKEEPER,
            "one thread forces the log to the disk before a request is answered",
            Set.of("storage-wait"),
            pattern("FileTxnLog|SyncRequestProcessor|SyncThread|force|fsync|disk"),
            "zookeeper.forceSync=no",
            List.of("ZooKeeperCreates", folder(ZOOKEEPER)),
            List.of("-Dzookeeper.forceSync=no", "ZooKeeperCreates", folder(ZOOKEEPER))));
    all.add(
        new KnownWait(
            NAME_NODE,
            "one thread forces the log of edits to the disk before a call returns",
            Set.of("storage-wait"),
            pattern("EditLog|force|fsync|sync|disk"),
            "dfs.namenode.edits.noeditlogchannelflush=true",
            List.of("NameNodeCreates", folder(NAME_NODE), "false"),
            List.of("NameNodeCreates", folder(NAME_NODE), "true")));
    return all;
  }

  /** The one that asks a PostgreSQL server. */
  KnownWait postgres(String address) {
    return new KnownWait(
        POSTGRES,
        "16 threads change one row of a database in another process",
        Set.of("remote-wait"),
        pattern("localhost|127\\.0\\.0\\.1|postgres"),
        "each thread changes a row of its own",
        List.of("PostgresRows", address, "1"),
        List.of("PostgresRows", address, "16"));
  }

  private String folder(String name) {
    return work.resolve(name).toString();
  }

  private static Pattern pattern(String words) {
    return Pattern.compile(words, Pattern.CASE_INSENSITIVE);
  }
}
