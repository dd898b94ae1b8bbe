package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.stack.ClassNames;
import dev.uncork.protocol.LockKind;
import dev.uncork.recording.Frame;
import dev.uncork.recording.LockId;
import dev.uncork.recording.LockStack;
import dev.uncork.recording.LockUse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LockNameTest {
  private static final String[] REENTRANT = {
    "dev.uncork.boot.collect.LockCollector.acquireBlocked(LockCollector.java:90)",
    "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(AbstractQueuedSynchronizer.java:1)",
    "java.util.concurrent.locks.ReentrantLock.lock(ReentrantLock.java:322)",
    "com.acme.Cache.put(Cache.java:42)",
    "com.acme.Main.run(Main.java:7)"
  };

  @Test
  void aSynchronizerIsNamedByTheFirstFrameOfTheApplication() {
    String sync = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

    assertThat(name(sync, LockKind.JUC, REENTRANT))
        .isEqualTo("ReentrantLock in com.acme.Cache.put");
    assertThat(LockRow.of(use(sync, LockKind.JUC, REENTRANT)).site().orElseThrow().frame())
        .hasToString("com.acme.Cache.put(Cache.java:42)");
  }

  @Test
  void aLockInsideAJdkCollectionNamesTheCollection() {
    assertThat(
            name(
                "java.util.concurrent.locks.ReentrantLock$NonfairSync",
                LockKind.JUC,
                "java.util.concurrent.locks.ReentrantLock.lockInterruptibly(ReentrantLock.java:1)",
                "java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:430)",
                "com.acme.Pool.next(Pool.java:9)"))
        .isEqualTo("ReentrantLock of LinkedBlockingQueue in com.acme.Pool.next");
  }

  @Test
  void aLockDeepInsideTheJdkIsShownWithTheCallersView() {
    String[] stack = {
      "sun.security.provider.NativePRNG$RandomIO.implNextBytes(NativePRNG.java:543)",
      "java.security.SecureRandom.nextBytes(SecureRandom.java:758)",
      "java.util.UUID.randomUUID(UUID.java:151)",
      "com.acme.Ids.next(Ids.java:9)"
    };
    assertThat(name("java.lang.Object", LockKind.MONITOR, stack))
        .isEqualTo("Object of NativePRNG below UUID.randomUUID");
    assertThat(name("sun.security.provider.SecureRandom", LockKind.MONITOR, stack))
        .isEqualTo("sun.security.provider.SecureRandom below UUID.randomUUID");
    assertThat(
            name(
                "java.util.Hashtable",
                LockKind.MONITOR,
                "java.util.Hashtable.get(Hashtable.java:381)",
                "com.acme.Ids.next(Ids.java:9)"))
        .isEqualTo("java.util.Hashtable");
  }

  @Test
  void otherSynchronizersKeepTheirPublicName() {
    String frame = "com.acme.Gate.pass(Gate.java:5)";

    assertThat(name("java.util.concurrent.Semaphore$FairSync", LockKind.JUC_SHARED, frame))
        .isEqualTo("Semaphore in com.acme.Gate.pass");
    assertThat(
            name(
                "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync",
                LockKind.JUC_SHARED,
                frame))
        .isEqualTo("ReentrantReadWriteLock (read) in com.acme.Gate.pass");
    assertThat(
            name("java.util.concurrent.locks.ReentrantReadWriteLock$FairSync", LockKind.JUC, frame))
        .isEqualTo("ReentrantReadWriteLock (write) in com.acme.Gate.pass");
    assertThat(name("java.util.concurrent.locks.StampedLock", LockKind.JUC, frame))
        .isEqualTo("StampedLock in com.acme.Gate.pass");
    assertThat(name("com.acme.Latch$Sync", LockKind.JUC, frame))
        .isEqualTo("com.acme.Latch in com.acme.Gate.pass");
  }

  @Test
  void monitorsAreNamedByClassAndNamelessOnesBySiteToo() {
    String frame = "com.acme.Pool.take(Pool.java:3)";

    assertThat(name("com.acme.Counter", LockKind.MONITOR, frame)).isEqualTo("com.acme.Counter");
    assertThat(name("java.lang.Object", LockKind.MONITOR, frame))
        .isEqualTo("Object in com.acme.Pool.take");
    assertThat(name("java.lang.Class", LockKind.MONITOR, frame))
        .isEqualTo("Class in com.acme.Pool.take");
    assertThat(name("[I", LockKind.MONITOR, frame)).isEqualTo("int[] in com.acme.Pool.take");
    assertThat(name("[[Ljava.lang.String;", LockKind.MONITOR, frame))
        .isEqualTo("String[][] in com.acme.Pool.take");
  }

  @Test
  void lambdasAndHiddenClassesAreReadable() {
    assertThat(ClassNames.readable("com.acme.Job$$Lambda$14/0x0000000800c03000"))
        .isEqualTo("com.acme.Job$lambda");
    assertThat(ClassNames.readable("com.acme.Job$$Lambda/0x00007f2a1c003000"))
        .isEqualTo("com.acme.Job$lambda");
    assertThat(ClassNames.readable("com.acme.Proxy/0x00007f2a1c003000"))
        .isEqualTo("com.acme.Proxy (hidden)");
  }

  @Test
  void aLockWithoutAnyStackStillHasAName() {
    assertThat(name("java.util.concurrent.locks.ReentrantLock$NonfairSync", LockKind.JUC))
        .isEqualTo("ReentrantLock");
  }

  private static String name(String lockClass, LockKind kind, String... frames) {
    return LockName.of(use(lockClass, kind, frames));
  }

  private static LockUse use(String lockClass, LockKind kind, String... frames) {
    List<Frame> stack = Stream.of(frames).map(Frame::parse).toList();
    return new LockUse(
        new LockId(lockClass, 1, kind),
        1,
        1,
        1,
        0,
        0,
        0,
        List.of(),
        List.of(new LockStack("", stack, 1, 1)),
        List.of());
  }
}
