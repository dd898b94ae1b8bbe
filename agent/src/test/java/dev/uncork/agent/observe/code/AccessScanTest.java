package dev.uncork.agent.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.tree.MethodNode;

/** What bytecode tells of each way to touch memory, by the methods of {@link Accesses}. */
class AccessScanTest {
  private static final CodeSource CLASS_PATH = new ClassPath();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "atomicIncrement   | atomic-update Accesses.COUNT",
        "atomicOfArray     | atomic-update AtomicLongArray Accesses.CELLS",
        "atomicOfSubclass  | atomic-update Accesses.padded",
        "adder             | ''",
        "jdkRetries        | retry-loop Accesses.COUNT",
        "compareOnce       | atomic-update Accesses.COUNT",
        "retriesUntilDone  | retry-loop book",
        "retriesWithDo     | retry-loop Accesses.STATE",
        "retriesByVariable | retry-loop Accesses.STATE",
        "triesOnce         | atomic-update Accesses.STATE",
        "callsUntilItSucceeds | retry-loop Accesses.STATE",
        "takesByCall       | lock-attempt Accesses.held",
        "callsForEach      | array-load int[] steps",
        "attemptsInLoop    | atomic-update Accesses.STATE; field-store Accesses.total",
        "spinLock          | lock-attempt Accesses.held; spin-wait ''",
        "swappingLock      | lock-attempt Accesses.held",
        "ownedLock         | lock-attempt Accesses.owner",
        "backsOff          | retry-loop Accesses.STATE; spin-wait ''",
        "handle            | atomic-update Accesses.head",
        "retriesByHandle   | retry-loop Accesses.head",
        "handleOfArray     | volatile-store int[] Accesses.slots",
        "updater           | atomic-update Accesses.ticket",
        "polls             | polling-loop Accesses.ready",
        "pollsNumber       | polling-loop Accesses.ticket",
        "pollsBits         | polling-loop Accesses.COUNT",
        "pollsByGetter     | polling-loop Accesses.ready",
        "isReady           | ''",
        "pollsAtomic       | polling-loop Accesses.held",
        "pollsWithSpinWait | spin-wait Accesses.ready",
        "pollsWithLibrarysHint | spin-wait Accesses.ready",
        "pollsQueue        | polling-loop queue.poll()",
        "pollsRingUntilReady | spin-wait Accesses.ring.poll()",
        "pollsRingUnlessReady | spin-wait Accesses.ring.poll()",
        "pollsFuture       | spin-wait future.isDone()",
        "pollsFutures      | polling-loop futures.iterator().next().isDone()",
        "pollsUntilItReturns | polling-loop futures.iterator().next().isDone()",
        "looksOnce         | ''",
        "works             | ''",
        "mixes             | ''",
        "storesWhenDone    | ''",
        "sums              | array-load int[] numbers",
        "waitsForTime      | ''",
        "step              | field-store Accesses.plain",
        "storesVolatile    | volatile-store Accesses.ticket",
        "storesElement     | array-load long[] Accesses.shared; array-store long[] Accesses.shared",
        "storesByLocal     | array-store int[] Accesses.slots",
        "storesParameter   | array-store double[] cells",
        "storesRow         | array-load byte[][] Accesses.rows; array-store byte[] Accesses.rows[]",
        "storesFresh       | ''",
        "storesIntoNew     | ''",
        "guarded           | monitor Accesses",
        "guardedByClass    | monitor Accesses.class",
        "block             | monitor Accesses.mutex",
        "outermost         | monitor Path.getParent()",
        "locks             | lock Accesses.lock",
        "takesBoth         | lock-attempt Accesses.lock; lock-attempt other; polling-loop"
            + " Accesses.lock",
        "triesOnly         | lock-attempt Accesses.lock; polling-loop Accesses.lock",
        "takesIfFree       | lock Accesses.lock",
        "reads             | lock Accesses.JOURNAL.readLock()",
        "stampedRead       | lock Accesses.stamped",
        "readsUntilValid   | retry-loop Accesses.stamped.tryOptimisticRead()",
        "readsOrLocks      | lock Accesses.stamped",
        "permit            | lock Accesses.permits",
        "setsAtomic        | volatile-store Accesses.COUNT",
      })
  void tellsWhatAMethodDoes(String method, String expected) {
    assertThat(String.join("; ", told(method))).isEqualTo(expected.replace("''", "").strip());
  }

  @Test
  void namesLines() {
    List<SharedAccess> found = scan("locks");
    assertThat(found).hasSize(1);
    assertThat(found.get(0).line()).isPositive();
    assertThat(scan("guarded").get(0).line()).isGreaterThan(found.get(0).line() - 50);
  }

  @Test
  void readsEveryMethodOfTheJdksOwnPackages() {
    for (Class<?> jdk :
        List.of(
            ConcurrentHashMap.class,
            ConcurrentLinkedQueue.class,
            AbstractQueuedSynchronizer.class,
            ForkJoinPool.class,
            String.class)) {
      ClassFileCode type = CLASS_PATH.of(jdk.getName());
      assertThat(type).isNotNull();
      for (Method declared : jdk.getDeclaredMethods()) {
        assertThat(type.methods(declared.getName())).isNotEmpty();
        for (MethodNode method : type.methods(declared.getName())) {
          AccessScan.of(type, method, CLASS_PATH);
        }
      }
    }
  }

  @Test
  void findsTheRetriesOfTheJdksQueues() {
    ClassFileCode type = CLASS_PATH.of("java.util.concurrent.ConcurrentLinkedQueue");
    assertThat(type).isNotNull();
    assertThat(AccessScan.of(type, type.methods("offer").get(0), CLASS_PATH))
        .extracting(access -> access.access().label() + " " + access.target())
        .contains("retry-loop ConcurrentLinkedQueue.Node.next");
  }

  private static List<String> told(String method) {
    return scan(method).stream()
        .map(access -> (access.access().label() + " " + access.target()).strip())
        .toList();
  }

  private static List<SharedAccess> scan(String name) {
    ClassFileCode type = CLASS_PATH.of(Accesses.class.getName());
    assertThat(type).isNotNull();
    return AccessScan.of(type, type.methods(name).get(0), CLASS_PATH);
  }

  static final class ClassPath implements CodeSource {
    private final Map<String, @Nullable ClassFileCode> known = new HashMap<>();

    @Override
    public @Nullable ClassFileCode of(String name) {
      return known.computeIfAbsent(name, ClassPath::read);
    }

    private static @Nullable ClassFileCode read(String name) {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
        if (in == null) {
          return null;
        }
        return new ClassFileCode(in.readAllBytes(), method -> {});
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }
}
