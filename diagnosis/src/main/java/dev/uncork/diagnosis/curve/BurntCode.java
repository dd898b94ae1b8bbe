package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.ledger.Burn;
import dev.uncork.diagnosis.ledger.FindingKind;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.JdkWaits;
import dev.uncork.protocol.CodeAccess;
import dev.uncork.recording.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The code whose CPU time per unit of work rises with the cores, and why.
 *
 * <p>Each method's cost on all cores is compared with that on few. What all code has in common
 * rises for a reason that no single method gives: a smaller share of the caches or of a core, or
 * threads that spin inside the JVM, which samples don't see; so a method is charged with what it
 * rises beyond that. The common part goes to the locks at which threads block most often, as what
 * their hand-offs cost; where there are none, to what the code itself does, if it is large.
 */
final class BurntCode {
  private static final long FEWEST_SAMPLES = 20;

  /** Standard deviations by which a method's cost must have risen. */
  private static final double SURE = 3;

  /** Share of the CPU time below which a rise isn't worth a word. */
  static final double LEAST_SHARE = 0.03;

  /** Rise of a method that isn't known to share anything, against that of all code. */
  private static final double MUCH = 1.5;

  /** Share of the cost with which code says something about all of it, or about what is beside. */
  static final double TELLING_SHARE = 0.05;

  /** Part of the samples in code that shares something, and of all, that the only updates have. */
  private static final double ONLY = 0.8;

  private static final double PART = 0.1;

  private static final int CALLERS = 2;

  /** Methods of which a loop is made that waits by one of them, and they by a hint to the CPU. */
  private static final int LOOP = 3;

  /** Kinds of updates of what threads share. */
  private static final Set<FindingKind> UPDATES =
      Set.of(FindingKind.SHARED_LINE, FindingKind.ATOMIC_RETRIES);

  private final CodeFacts facts;
  private final CodeCosts few;
  private final CodeCosts all;
  private final List<Burn> locks;
  private final ToDoubleFunction<Burn> mostHandedOver;
  private final double common;

  /**
   * Of a program's code on few cores and on all.
   *
   * @param locks those at which threads block often, each with its share of the blocking
   * @param mostHandedOver share of the CPU time that handing such a lock over takes at most
   */
  BurntCode(
      CodeCosts few,
      CodeCosts all,
      CodeFacts facts,
      List<Burn> locks,
      ToDoubleFunction<Burn> mostHandedOver) {
    this.few = few;
    this.all = all;
    this.facts = facts;
    this.locks = locks;
    this.mostHandedOver = mostHandedOver;
    this.common = common();
  }

  /** The most expensive first; shares are of the CPU time on all cores. */
  List<Burn> find() {
    List<Burn> burns = new ArrayList<>();
    Map<CodeFacts.Access, List<String>> unsure = new LinkedHashMap<>();
    for (String method : methods()) {
      Optional<Burn> burn = burn(List.of(method), access(method));
      burn.ifPresent(burns::add);
      if (burn.isEmpty()) {
        sharing(method)
            .ifPresent(what -> unsure.computeIfAbsent(what, key -> new ArrayList<>()).add(method));
      }
    }
    unsure.forEach((what, methods) -> burn(methods, Optional.of(what)).ifPresent(burns::add));
    double even = all.cost() <= 0 ? 0 : (common - 1) * few.cost() / all.cost();
    if (!locks.isEmpty()) {
      locks.stream()
          .map(
              lock ->
                  lock.withShare(Math.min(lock.share() * even, mostHandedOver.applyAsDouble(lock))))
          .filter(lock -> lock.share() >= LEAST_SHARE)
          .forEach(burns::add);
    } else if (common >= CoreCurve.TOO_MUCH_FOR_CACHES) {
      methods().stream().filter(this::telling).forEach(method -> plain(method, burns));
    }
    return merged(burns);
  }

  /**
   * The updates of one class, where hardly any other code touches what threads share. Compiled code
   * tells the cost of an update of code beside it, too: where all of a short operation becomes
   * slower than on fewer cores, none of it stands out.
   *
   * @param rise share of the CPU time that more cores cost
   */
  Optional<Burn> onlyUpdates(double rise) {
    Map<String, List<String>> updating = new HashMap<>();
    long sharing = 0;
    for (String method : methods()) {
      Optional<CodeFacts.Access> what = sharing(method);
      sharing += what.isPresent() ? all.samples(method) : 0;
      what.filter(update -> UPDATES.contains(kindOf(update)))
          .map(update -> update.at().className())
          .ifPresent(type -> updating.computeIfAbsent(type, key -> new ArrayList<>()).add(method));
    }
    long least = (long) Math.max(FEWEST_SAMPLES, Math.max(ONLY * sharing, PART * all.samples()));
    return updating.values().stream()
        .filter(methods -> methods.stream().mapToLong(all::samples).sum() >= least)
        .findFirst()
        .flatMap(methods -> methods.stream().max(Comparator.comparingLong(all::samples)))
        .flatMap(
            method ->
                sharing(method).map(what -> burnt(what, rise, growth(method), stack(method))));
  }

  private Burn burnt(CodeFacts.Access what, double share, double growth, List<Frame> stack) {
    return new Burn(kind(what), what.object(), Optional.of(what.at()), share, growth, stack);
  }

  private Set<String> methods() {
    Set<String> methods = new LinkedHashSet<>(all.codes().keySet());
    methods.addAll(few.codes().keySet());
    return methods;
  }

  private List<Frame> stack(String method) {
    CodeCosts.Code code = all.codes().get(method);
    CodeCosts.Code other = few.codes().get(method);
    return code != null ? code.stack() : other != null ? other.stack() : List.of();
  }

  private double growth(String method) {
    return few.samples(method) == 0
        ? Double.POSITIVE_INFINITY
        : all.cost(method) / few.cost(method);
  }

  private boolean telling(String method) {
    return few.samples(method) >= FEWEST_SAMPLES
        && all.samples(method) >= FEWEST_SAMPLES
        && few.cost(method) >= TELLING_SHARE * few.cost();
  }

  /** The least rise of code that isn't known to share anything; 1 where there is none. */
  private double common() {
    double least = Double.POSITIVE_INFINITY;
    for (String method : methods()) {
      if (telling(method)
          && sharing(method).isEmpty()
          && facts.triedAgain(stack(method)).isEmpty()) {
        double chance = Math.sqrt(1.0 / few.samples(method) + 1.0 / all.samples(method));
        least = Math.min(least, growth(method) * Math.exp(chance));
      }
    }
    return Double.isInfinite(least) ? 1 : Math.max(1, least);
  }

  /**
   * What some methods cost more than all code does, if that is sure and its reason is known: the
   * cost of one access may be told of the method that has it, and of its caller.
   */
  private Optional<Burn> burn(List<String> methods, Optional<CodeFacts.Access> access) {
    double onAll = 0;
    double onFew = 0;
    double variance = 0;
    for (String method : methods) {
      onAll += all.cost(method);
      onFew += few.cost(method);
      variance += all.variance(method) + common * common * few.variance(method);
    }
    double extra = onAll - common * onFew;
    double share = all.cost() <= 0 ? 0 : extra / all.cost();
    if (extra < SURE * Math.sqrt(variance) || share < LEAST_SHARE) {
      return Optional.empty();
    }
    double growth = onFew == 0 ? Double.POSITIVE_INFINITY : onAll / onFew;
    List<Frame> stack = stack(methods.get(0));
    return access.map(what -> burnt(what, share, growth, stack));
  }

  /** Why a method's cost may rise. */
  private Optional<CodeFacts.Access> access(String method) {
    List<Frame> stack = stack(method);
    Optional<CodeFacts.Access> sure = sharing(method).or(() -> facts.triedAgain(stack));
    if (sure.isPresent() || growth(method) < MUCH * common) {
      return sure;
    }
    return facts
        .sharingAbove(stack, CALLERS)
        .or(() -> sharingBeside(method, stack, 0))
        .or(() -> facts.plain(stack));
  }

  /**
   * What a method does, or one that it calls and that is compiled into it. A loop that calls what
   * only waits waits too, whatever else it may do.
   */
  private Optional<CodeFacts.Access> sharing(String method) {
    double telling = facts.tellingShare(stack(method));
    return waiting(method, telling)
        .or(() -> facts.sharing(stack(method)))
        .or(
            () ->
                methods().stream()
                    .filter(
                        callee ->
                            CodeFacts.caller(stack(callee)).filter(method::equals).isPresent())
                    .filter(callee -> all.samples(callee) >= telling * all.samples(method))
                    .flatMap(callee -> facts.sharing(stack(callee)).stream())
                    .findFirst());
  }

  /** How code that a method calls tells the CPU that it only waits. */
  private Optional<CodeFacts.Access> waiting(String method, double telling) {
    return methods().stream()
        .filter(callee -> all.samples(callee) >= telling * all.samples(method))
        .map(this::stack)
        .filter(stack -> CodeFacts.callers(stack, LOOP).anyMatch(method::equals))
        .flatMap(stack -> facts.sharing(stack).stream())
        .filter(what -> what.access() == CodeAccess.SPIN_WAIT)
        .findFirst();
  }

  /**
   * What is known of methods that the same code calls: the cost of one may be told of another.
   *
   * @param least samples of all such
   */
  private Optional<CodeFacts.Access> sharingBeside(String method, List<Frame> stack, long least) {
    Optional<String> caller = JdkWaits.inSystem(stack) ? Optional.empty() : CodeFacts.caller(stack);
    List<String> beside =
        methods().stream()
            .filter(other -> !other.equals(method) && caller.isPresent())
            .filter(
                other ->
                    CodeFacts.caller(stack(other)).equals(caller) || other.equals(caller.get()))
            .filter(other -> facts.sharing(stack(other)).isPresent())
            .toList();
    return beside.stream().mapToLong(all::samples).sum() < least
        ? Optional.empty()
        : beside.stream()
            .max(Comparator.comparingDouble(this::growth))
            .flatMap(other -> facts.sharing(stack(other)));
  }

  /**
   * Code that does nothing but load and store, and all of which has become expensive: by what is
   * done beside it, in the same loop, where that takes part of the time, or by itself.
   */
  private void plain(String method, List<Burn> burns) {
    List<Frame> stack = stack(method);
    double share = (common - 1) * few.cost(method) / all.cost();
    long beside = (long) (TELLING_SHARE * all.samples(method));
    sharingBeside(method, stack, beside)
        .filter(CodeFacts.Access::stores)
        .or(() -> facts.plain(stack))
        .filter(what -> share >= LEAST_SHARE && sharing(method).isEmpty())
        .ifPresent(what -> burns.add(burnt(what, share, growth(method), stack)));
  }

  /** Whether there are enough samples to compare methods. */
  static boolean canTell(CodeCosts few, CodeCosts all) {
    return few.samples() >= FEWEST_SAMPLES && all.samples() >= FEWEST_SAMPLES;
  }

  private FindingKind kind(CodeFacts.Access what) {
    return what.access() == CodeAccess.LOCK && blocks(what.type())
        ? FindingKind.CONTENDED_LOCK
        : kindOf(what);
  }

  /** The kind of what burns there, where no thread blocks. */
  static FindingKind kindOf(CodeFacts.Access what) {
    return switch (what.access()) {
      case SPIN_WAIT ->
          JdkAccess.handsOver(what.type()) ? FindingKind.HAND_OVER : FindingKind.SPINNING;
      case POLLING_LOOP, LOCK_ATTEMPT -> FindingKind.SPINNING;
      case RETRY_LOOP -> FindingKind.ATOMIC_RETRIES;
      case MONITOR -> FindingKind.CONTENDED_LOCK;
      case LOCK ->
          CodeOrigin.isReadWriteLock(what.object() + " " + what.type())
                  || what.type().equals(JdkAccess.SEMAPHORE)
              ? FindingKind.SHARED_LINE
              : FindingKind.CONTENDED_LOCK;
      case ATOMIC_UPDATE, VOLATILE_STORE, FIELD_STORE, ARRAY_STORE -> FindingKind.SHARED_LINE;
      case ARRAY_LOAD -> FindingKind.MEMORY_BOUND;
    };
  }

  private boolean blocks(String lockClass) {
    String outer = CodeOrigin.outermost(lockClass);
    return locks.stream().anyMatch(lock -> CodeOrigin.outermost(lock.object()).equals(outer));
  }

  /** Those of one kind and object as one, and updates of which one is tried when another fails. */
  static List<Burn> merged(List<Burn> burns) {
    List<Burn> apart = new ArrayList<>();
    for (Burn burn : byObject(burns)) {
      Optional<Burn> same = apart.stream().filter(other -> areOneUpdate(other, burn)).findFirst();
      same.ifPresentOrElse(
          other -> apart.set(apart.indexOf(other), other.withShare(other.share() + burn.share())),
          () -> apart.add(burn));
    }
    return bySharesFirst(apart);
  }

  /** Whether one is the retry of the other, or of the method that calls it. */
  private static boolean areOneUpdate(Burn a, Burn b) {
    return UPDATES.contains(a.kind())
        && UPDATES.contains(b.kind())
        && a.kind() != b.kind()
        && (calls(a, b) || calls(b, a));
  }

  private static boolean calls(Burn caller, Burn called) {
    String method = CodeCosts.method(caller.stack());
    return CodeFacts.caller(called.stack()).filter(method::equals).isPresent();
  }

  private static List<Burn> bySharesFirst(Collection<Burn> burns) {
    return burns.stream().sorted(Comparator.comparingDouble(Burn::share).reversed()).toList();
  }

  private static List<Burn> byObject(List<Burn> burns) {
    record Key(FindingKind kind, String what) {}
    Map<Key, Burn> byObject = new LinkedHashMap<>();
    burns.stream()
        .sorted(Comparator.comparingDouble(Burn::share).reversed())
        .forEach(
            burn ->
                byObject.merge(
                    new Key(
                        burn.kind(),
                        burn.object().isEmpty()
                            ? burn.site().map(Frame::qualifiedMethod).orElse("")
                            : burn.object()),
                    burn,
                    (a, b) -> a.withShare(a.share() + b.share())));
    return bySharesFirst(byObject.values());
  }
}
