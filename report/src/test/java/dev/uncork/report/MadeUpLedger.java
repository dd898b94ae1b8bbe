package dev.uncork.report;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A ledger made up for tests: 16 cores for 20 s, blocked at locks, then waiting for one thread. */
public final class MadeUpLedger {
  private static final int CORES = 16;
  private static final int BINS = 40;
  private static final double BIN_SECONDS = 0.5;
  private static final int CHANGE = 28;

  private static final Map<RowKind, double[]> CORES_OF_ROWS =
      Map.ofEntries(
          Map.entry(RowKind.WORK, new double[] {2, 1}),
          Map.entry(RowKind.GC, new double[] {0.3, 0.1}),
          Map.entry(RowKind.COMPILATION, new double[] {0.1, 0}),
          Map.entry(RowKind.JVM, new double[] {0.1, 0}),
          Map.entry(RowKind.OTHER_PROCESSES, new double[] {0.5, 0.4}),
          Map.entry(RowKind.LOCKS, new double[] {10, 0}),
          Map.entry(RowKind.POOLS, new double[] {2, 0}),
          Map.entry(RowKind.FEW_THREADS, new double[] {0, 13.5}),
          Map.entry(RowKind.REMOTE, new double[] {0, 0.5}),
          Map.entry(RowKind.STORAGE, new double[] {0, 0.3}),
          Map.entry(RowKind.NO_DEMAND, new double[] {0.5, 0}),
          Map.entry(RowKind.UNEXPLAINED, new double[] {0.5, 0.2}));

  private MadeUpLedger() {}

  /** The same diagnosis with this ledger. */
  public static Diagnosis with(Diagnosis plain) {
    return with(plain, ledger());
  }

  /** The same diagnosis with another ledger. */
  public static Diagnosis with(Diagnosis plain, Ledger ledger) {
    return new Diagnosis(
        plain.recording(),
        plain.verdict(),
        plain.findings(),
        plain.cores(),
        ledger,
        plain.curve(),
        plain.locks(),
        plain.topLockGain(),
        plain.phases(),
        plain.process(),
        plain.progress(),
        plain.limits(),
        plain.nextStep());
  }

  public static Ledger ledger() {
    List<Ledger.Row> rows = new ArrayList<>();
    CORES_OF_ROWS.entrySet().stream()
        .sorted(Comparator.comparing(Map.Entry::getKey))
        .forEach(entry -> rows.add(row(entry.getKey(), entry.getValue())));
    return new Ledger(CORES * BINS * BIN_SECONDS, rows, BIN_SECONDS, 0);
  }

  private static Ledger.Row row(RowKind kind, double[] before) {
    List<Double> cores = new ArrayList<>();
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      double value = before[bin < CHANGE ? 0 : 1];
      cores.add(value);
      sum += value * BIN_SECONDS;
    }
    return new Ledger.Row(kind, sum, roots(kind, sum), cores);
  }

  private static List<Root> roots(RowKind kind, double sum) {
    return switch (kind) {
      case LOCKS ->
          List.of(
              lock("tlc.tool.ModelChecker", "incGenStates", 0.6 * sum, 5.3),
              lock("tlc.tool.MemFPSet", "put", 0.3 * sum, 2.6),
              lock("tlc.tool.DiskStateQueue", "sDequeue", 0.1 * sum, 0.8));
      case POOLS -> List.of(hikari(sum));
      case FEW_THREADS -> List.of(serial(sum));
      case REMOTE ->
          List.of(
              plain(kind, FindingKind.REMOTE_WAIT, "db.example.com:5432", "c.acme.Db.ask", sum));
      case STORAGE ->
          List.of(
              plain(kind, FindingKind.STORAGE_WAIT, "/var/lib/states/queue.bin", "t.Q.write", sum));
      default -> List.of();
    };
  }

  private static Root lock(String className, String method, double coreSeconds, double threads) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    Frame site = Frame.parse(className + "." + method + "(" + simple + ".java:57)");
    return new Root(
        RowKind.LOCKS,
        FindingKind.CONTENDED_LOCK,
        className,
        Optional.of(site),
        coreSeconds,
        coreSeconds,
        threads,
        List.of(new Root.Cause("worker-*", Activity.RUNNING, Optional.of(site), 0.9)),
        List.of(),
        RootSpread.at(
            List.of(site, Frame.parse("tlc.tool.Worker.run(Worker.java:44)")), coreSeconds),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Threads that wait for a connection. */
  public static Root hikari(double coreSeconds) {
    Frame site = Frame.parse("com.acme.Orders.load(Orders.java:88)");
    return new Root(
        RowKind.POOLS,
        FindingKind.POOL_TOO_SMALL,
        "com.zaxxer.hikari.pool.HikariPool",
        Optional.of(site),
        coreSeconds,
        coreSeconds,
        1.6,
        List.of(
            new Root.Cause(
                "http-*",
                Activity.SOCKET,
                Optional.of(Frame.parse("org.postgresql.core.PGStream.receive(PGStream.java:460)")),
                0.7),
            new Root.Cause("http-*", Activity.RUNNING, Optional.empty(), 0.3)),
        List.of(),
        RootSpread.at(
            List.of(
                Frame.parse("com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)"),
                site),
            coreSeconds),
        Optional.empty(),
        Optional.of(
            new LibraryWait(
                "HikariCP", Activity.PERMIT, "connection pool", "maximumPoolSize", "10")),
        Optional.empty());
  }

  private static Root serial(double coreSeconds) {
    Frame site = Frame.parse("tlc.tool.MemFPSet.checkFPs(MemFPSet.java:88)");
    return new Root(
        RowKind.FEW_THREADS,
        FindingKind.SERIAL_PHASE,
        "",
        Optional.of(site),
        coreSeconds,
        coreSeconds,
        15,
        List.of(new Root.Cause("main", Activity.RUNNING, Optional.of(site), 1)),
        List.of(),
        RootSpread.at(List.of(site, Frame.parse("tlc.TLC.main(TLC.java:19)")), coreSeconds),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Root plain(
      RowKind row, FindingKind kind, String object, String site, double coreSeconds) {
    Frame frame = Frame.parse(site + "(A.java:5)");
    return new Root(
        row,
        kind,
        object,
        Optional.of(frame),
        coreSeconds,
        coreSeconds,
        0.5,
        List.of(),
        List.of(),
        RootSpread.at(List.of(frame), coreSeconds),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
