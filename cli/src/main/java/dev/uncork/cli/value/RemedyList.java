package dev.uncork.cli.value;

import dev.uncork.cli.error.UserError;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.scaling.network.ClosedNetwork;
import dev.uncork.scaling.network.Forecast;
import dev.uncork.scaling.network.Journey;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.WorkloadChange;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The remedies that a user names, in their order: {@code counter,stripe=1024,chunk=32}. One without
 * a lock is for the lock that holds the program back when its turn comes; {@code stripe=1024@Set}
 * is for the lock whose name ends so.
 */
public final class RemedyList implements Prediction.Way {
  private static final Pattern ONE =
      Pattern.compile("(remove|counter|stripe|chunk|halve|parallel)(?:=(\\d{1,6}))?(?:@(.+))?");
  private static final int DEFAULT_STRIPES = 1024;
  private static final int DEFAULT_CHUNK = 32;

  /** One remedy before it is known which lock it is for. */
  record Wish(WorkloadChange.Kind kind, int factor, String lock) {}

  private final List<Wish> wishes;

  private RemedyList(List<Wish> wishes) {
    this.wishes = wishes;
  }

  /** Reads a list. */
  public static RemedyList parse(String text) {
    List<Wish> wishes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = ONE.matcher(part.strip());
      if (!matcher.matches() || "0".equals(matcher.group(2))) {
        throw new UserError(
            "--remedy '"
                + part
                + "' is not known; expected remove, counter, stripe=1024, chunk=32, halve or"
                + " parallel, each perhaps with @LOCK");
      }
      WorkloadChange.Kind kind =
          switch (matcher.group(1)) {
            case "stripe" -> WorkloadChange.Kind.STRIPE;
            case "chunk" -> WorkloadChange.Kind.CHUNK;
            case "halve" -> WorkloadChange.Kind.HALVE;
            case "parallel" -> WorkloadChange.Kind.PARALLEL;
            default -> WorkloadChange.Kind.REMOVE;
          };
      int standard =
          kind == WorkloadChange.Kind.STRIPE
              ? DEFAULT_STRIPES
              : kind == WorkloadChange.Kind.CHUNK ? DEFAULT_CHUNK : 1;
      int factor = matcher.group(2) == null ? standard : Integer.parseInt(matcher.group(2));
      wishes.add(new Wish(kind, factor, matcher.group(3) == null ? "" : matcher.group(3)));
    }
    return new RemedyList(wishes);
  }

  /** Applies them one after the other. */
  @Override
  public List<Journey.Step> steps(Forecast start, int threads, double cores) {
    List<Journey.Step> steps = new ArrayList<>();
    Forecast now = start;
    for (Wish wish : wishes) {
      String lock =
          wish.kind() == WorkloadChange.Kind.PARALLEL ? "" : lock(wish, now, threads, cores);
      WorkloadChange remedy = new WorkloadChange(wish.kind(), lock, wish.factor());
      now = now.after(remedy);
      steps.add(new Journey.Step(remedy, now));
    }
    return steps;
  }

  private static String lock(Wish wish, Forecast now, int threads, double cores) {
    List<String> names = now.workload().locks().stream().map(LockDemand::name).toList();
    if (!wish.lock().isEmpty()) {
      return names.stream()
          .filter(name -> name.endsWith(wish.lock()))
          .findFirst()
          .orElseThrow(
              () ->
                  new UserError(
                      "--remedy names the lock '" + wish.lock() + "', but there are " + names));
    }
    return now.expected(threads, cores).loads().stream()
        .filter(load -> load.resource() == ClosedNetwork.Resource.LOCK)
        .map(ClosedNetwork.Load::name)
        .findFirst()
        .orElseThrow(
            () -> new UserError("--remedy is for a lock, but no contended lock is left to treat"));
  }
}
