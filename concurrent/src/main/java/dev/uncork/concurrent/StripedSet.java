package dev.uncork.concurrent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A set of objects under striped locks: many hash sets, each with a lock of its own.
 *
 * <p>An element's hash code, mixed, chooses the stripe, so with enough stripes threads seldom meet.
 * {@link #add}, {@link #contains} and {@link #remove} are linearizable and take constant expected
 * time; {@link #size} and the visiting methods lock stripe after stripe, so each stripe is seen at
 * an instant of its own. Leaving a stripe's lock happens-before entering it again. Elements' {@code
 * equals} and {@code hashCode} run while a stripe is locked: they must be short and must not use
 * the set. Null is refused. Memory: that of the elements in a {@code HashSet}, and about 100 bytes
 * per stripe.
 *
 * <p><b>How many stripes:</b> see {@link StripedLongSet}.
 *
 * <p><b>Don't use it</b> for numbers ({@link LongFingerprintSet}, {@link StripedLongSet}), or where
 * {@code ConcurrentHashMap.newKeySet()} does: that locks single bins and reads without a lock. This
 * set is for elements that must be checked stripe by stripe under exclusion ({@link #checkAll}),
 * and for programs whose number of locks is to be set.
 *
 * @param <E> the elements' type
 */
public final class StripedSet<E> {
  private final List<Set<E>> stripes;
  private final int shift;

  /**
   * An empty set.
   *
   * @param stripes 1 to 1,048,576; rounded up to a power of two
   */
  public StripedSet(int stripes) {
    int bits = StripedLongSet.stripeBits(stripes);
    shift = Long.SIZE - 1 - bits;
    this.stripes = new ArrayList<>(1 << bits);
    for (int i = 0; i < 1 << bits; i++) {
      this.stripes.add(new HashSet<>());
    }
  }

  /** Adds an element; true if it wasn't there. */
  public boolean add(E element) {
    Set<E> stripe = stripeOf(element);
    synchronized (stripe) {
      return stripe.add(element);
    }
  }

  /** True if an equal element is in the set. */
  public boolean contains(E element) {
    Set<E> stripe = stripeOf(element);
    synchronized (stripe) {
      return stripe.contains(element);
    }
  }

  /** Removes an element; true if it was there. */
  public boolean remove(E element) {
    Set<E> stripe = stripeOf(element);
    synchronized (stripe) {
      return stripe.remove(element);
    }
  }

  /** The number of elements, stripe by stripe. */
  public long size() {
    long total = 0;
    for (Set<E> stripe : stripes) {
      synchronized (stripe) {
        total += stripe.size();
      }
    }
    return total;
  }

  /** The number of stripes. */
  public int stripes() {
    return stripes.size();
  }

  /** Visits each element once while its stripe's lock is held. */
  public void forEach(Consumer<? super E> action) {
    for (Set<E> stripe : stripes) {
      synchronized (stripe) {
        stripe.forEach(action);
      }
    }
  }

  /**
   * Checks stripe after stripe, several at a time.
   *
   * @param parallel how to run the checks
   * @param check gets a copy of a stripe's elements, in no order
   * @param combine combines results; associative and commutative
   * @param identity the result for no elements
   */
  public <R> R checkAll(
      Parallel parallel,
      Function<? super Collection<E>, ? extends R> check,
      BinaryOperator<R> combine,
      R identity)
      throws InterruptedException, ExecutionException {
    return parallel.reduce(0, stripes.size(), i -> check.apply(copy(i)), combine, identity);
  }

  private Collection<E> copy(int index) {
    Set<E> stripe = stripes.get(index);
    synchronized (stripe) {
      return new ArrayList<>(stripe);
    }
  }

  private Set<E> stripeOf(E element) {
    long hash = LongFingerprintSet.mix(element.hashCode());
    return stripes.get((int) ((hash >>> 1) >>> shift));
  }
}
