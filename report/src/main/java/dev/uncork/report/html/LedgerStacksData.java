package dev.uncork.report.html;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.curve.CpuStacks;
import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import dev.uncork.report.words.LedgerWords;
import java.util.ArrayList;
import java.util.List;

/**
 * The core-seconds of the ledger as a flame graph: its rows, what each is charged to, and the
 * stacks of those who waited for it or ran.
 */
final class LedgerStacksData {
  /** What is below this share of the whole is left out; more where the page has no room. */
  private static final double NARROWEST = 0.005;

  /** Values are whole numbers of these. */
  private static final double PER_CORE_SECOND = 1000;

  /** Part of the frames of a page that the stacks of locks leave. */
  private static final int PART = 4;

  private record Branch(String name, double coreSeconds, StackTree stacks) {}

  private record Limb(RowKind row, double coreSeconds, StackTree stacks, List<Branch> roots) {}

  private final Ledger ledger;
  private final CpuStacks running;
  private final Strings strings;

  private LedgerStacksData(Diagnosis diagnosis, Strings strings) {
    this.ledger = diagnosis.ledger();
    this.running = diagnosis.cpuStacks();
    this.strings = strings;
  }

  /** Adds no rows where the recording doesn't tell. */
  static void add(Diagnosis diagnosis, Detail detail, Strings strings, ObjectNode node) {
    new LedgerStacksData(diagnosis, strings).add(detail, node);
  }

  private void add(Detail detail, ObjectNode node) {
    ArrayNode rows = node.putArray("rows");
    if (!ledger.known()) {
      return;
    }
    List<Limb> limbs = ledger.rows().stream().map(this::limb).toList();
    double narrowest = NARROWEST;
    while (nodes(limbs, least(narrowest)) > detail.nodes() / PART) {
      narrowest *= 2;
    }
    node.put("value", value(ledger.coreSeconds()));
    node.put("narrowest", narrowest);
    for (Limb limb : limbs) {
      if (value(limb.coreSeconds()) >= least(narrowest)) {
        write(limb, least(narrowest), rows.addObject());
      }
    }
  }

  private Limb limb(Ledger.Row row) {
    List<Branch> roots = new ArrayList<>();
    for (Root root : row.roots()) {
      List<RootSpread.Stack> stacks =
          row.kind() == RowKind.BURNT ? running.of(root) : root.spread().stacks();
      roots.add(new Branch(LedgerWords.root(root), root.coreSeconds(), tree(stacks)));
    }
    return new Limb(
        row.kind(),
        row.coreSeconds(),
        tree(row.kind() == RowKind.WORK ? running.work() : List.of()),
        roots);
  }

  private static StackTree tree(List<RootSpread.Stack> stacks) {
    StackTree tree = new StackTree();
    for (RootSpread.Stack stack : stacks) {
      tree.add(stack.frames().stream().map(Frame::toString).toList(), value(stack.coreSeconds()));
    }
    return tree;
  }

  private static int nodes(List<Limb> limbs, long least) {
    int nodes = 0;
    for (Limb limb : limbs) {
      nodes += limb.stacks().nodes(least);
      for (Branch root : limb.roots()) {
        nodes += value(root.coreSeconds()) >= least ? root.stacks().nodes(least) : 0;
      }
    }
    return nodes;
  }

  private void write(Limb limb, long least, ObjectNode node) {
    node.put("kind", limb.row().label());
    node.put("name", LedgerWords.row(limb.row()));
    node.put("value", value(limb.coreSeconds()));
    ArrayNode within = node.putArray("within");
    limb.stacks().write(strings, least, within);
    for (Branch root : limb.roots()) {
      if (value(root.coreSeconds()) >= least) {
        String name = root.name().isEmpty() ? "unknown" : root.name();
        ArrayNode one = within.addArray().add(strings.index(name)).add(value(root.coreSeconds()));
        root.stacks().write(strings, least, one.addArray());
      }
    }
  }

  private long least(double share) {
    return Math.max(1, (long) (share * PER_CORE_SECOND * ledger.coreSeconds()));
  }

  private static long value(double coreSeconds) {
    return Math.round(coreSeconds * PER_CORE_SECOND);
  }
}
