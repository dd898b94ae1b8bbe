package dev.uncork.diagnosis.ledger;

import dev.uncork.diagnosis.stack.RootSpread;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;

/**
 * Code whose CPU time rises with the number of cores, though it does no more work.
 *
 * @param kind the verdict that it would be
 * @param object the field, array or class of lock that threads contend for; empty where unknown
 * @param site the code
 * @param share of the CPU time of the application's threads that is burnt there, 0 to 1
 * @param growth how many times as much CPU time a unit of work takes there on all cores as on few;
 *     infinite where it takes none on few
 * @param stack the most frequent one, innermost frame first
 */
public record Burn(
    FindingKind kind,
    String object,
    Optional<Frame> site,
    double share,
    double growth,
    List<Frame> stack) {
  public Burn {
    stack = List.copyOf(stack);
  }

  /** As an entry of the ledger. */
  Root root(double coreSeconds) {
    return new Root(
        RowKind.BURNT,
        kind,
        object,
        site,
        coreSeconds,
        0,
        0,
        List.of(),
        List.of(),
        RootSpread.at(stack, coreSeconds),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same with another share. */
  public Burn withShare(double other) {
    return new Burn(kind, object, site, other, growth, stack);
  }
}
