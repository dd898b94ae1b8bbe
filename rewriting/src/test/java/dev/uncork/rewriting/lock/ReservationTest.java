package dev.uncork.rewriting.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.uncork.boot.collect.LockCollector;
import dev.uncork.boot.reserve.ReserveGroups;
import java.io.ObjectStreamClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rewritten classes under real reservations: same behaviour, and no update lost. */
class ReservationTest {
  private static final long DEADLINE_SECONDS = 60;
  private static final int ENOUGH_TO_LEARN = 20;

  private RewritingLoader loader = new RewritingLoader();

  @BeforeAll
  static void switchOn() {
    String arch = System.getProperty("os.arch").equals("amd64") ? "x86_64" : "aarch64";
    Path library =
        Path.of(System.getProperty("uncork.collector.lib"), "linux-" + arch, "libuncork.so");
    assertThat(LockCollector.load(library.toAbsolutePath().toString())).isNull();
    String reason = ReserveGroups.switchOn();
    assumeTrue(reason == null, reason);
  }

  @BeforeEach
  void freshClasses() {
    assertThat(ReserveGroups.switchOn()).isNull();
    loader = new RewritingLoader(Subject.class, Outside.class);
  }

  @Test
  void rewrittenClassBehavesAsBefore() throws Exception {
    SubjectFace subject = loader.make(Subject.class);
    assertThat(subject).isNotInstanceOf(Subject.class);
    for (int i = 0; i < ENOUGH_TO_LEARN; i++) {
      subject.add(2);
      assertThat(subject.mixed(1, 2, 3, 4, "five5", true)).isEqualTo(16);
      assertThat(subject.depth(10)).isEqualTo(10);
      subject.addInBlock(1);
      assertThatThrownBy(() -> subject.fail("on purpose"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("on purpose");
      assertThat(subject.holds()).isFalse();
      subject.addInside(() -> assertThat(subject.holds()).isTrue());
    }
    assertThat(subject.get()).isEqualTo(4L * ENOUGH_TO_LEARN);
  }

  @Test
  void reservesAfterLearningAndRevokesForAnotherThread() throws Exception {
    SubjectFace subject = reserved();
    assertThat(reservations(subject)).isEqualTo(1);
    inOtherThread(() -> subject.add(1));
    assertThat(revocations(subject)).isEqualTo(1);
    subject.add(1);
    assertThat(subject.get()).isEqualTo(ENOUGH_TO_LEARN + 2);
    assertThat(reservations(subject)).isEqualTo(1);
  }

  @Test
  void anotherThreadWaitsForTheOwnerInside() throws Exception {
    SubjectFace subject = reserved();
    OutsideFace outside = loader.make(Outside.class);
    CountDownLatch entered = new CountDownLatch(2);
    List<Thread> others = new ArrayList<>();
    subject.addInside(
        () -> {
          others.add(new Thread(() -> subject.addInside(entered::countDown)));
          others.add(new Thread(() -> outside.inBlock(subject, entered::countDown)));
          others.forEach(Thread::start);
          others.forEach(ReservationTest::awaitBlocked);
          subject.add(1); // nested: the owner still gets in
          subject.addInBlock(1);
          assertThat(entered.getCount()).isEqualTo(2);
        });
    assertThat(entered.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void waitInsideAReservedMethodGivesTheMonitorBack() throws Exception {
    SubjectFace subject = reserved();
    OutsideFace outside = loader.make(Outside.class);
    CountDownLatch inside = new CountDownLatch(1);
    Thread owner =
        new Thread(
            () -> {
              for (int i = 0; i < ENOUGH_TO_LEARN; i++) {
                subject.add(1);
              }
              subject.addInside(
                  () ->
                      subject.addInside(
                          () -> {
                            inside.countDown();
                            await(outside, subject);
                          }));
            });
    owner.start();
    assertThat(inside.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (owner.isAlive()) {
      outside.wake(subject);
      assertThat(System.nanoTime() - deadline).isNegative();
      Thread.yield();
    }
    inOtherThread(() -> subject.add(1));
    assertThat(subject.holds()).isFalse();
  }

  @Test
  void ownerThatWaitsIsWokenByTheOthers() throws Exception {
    SubjectFace subject = reserved(); // by this thread
    OutsideFace outside = loader.make(Outside.class);
    Thread waker = new Thread(() -> outside.wake(subject));
    subject.addInside(
        () -> {
          waker.start();
          awaitBlocked(waker);
          await(outside, subject);
        });
    waker.join(TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));
    assertThat(waker.isAlive()).isFalse();
    assertThat(subject.holds()).isFalse();
  }

  @Test
  void copyHasAMonitorOfItsOwn() throws Exception {
    SubjectFace subject = reserved();
    subject.addInside(
        () -> {
          SubjectFace copy = subject.copy();
          try {
            inOtherThread(() -> copy.add(1)); // It would wait for ever for a shared one.
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void serialVersionStays() throws Exception {
    Class<?> rewritten = loader.loadClass(Subject.class.getName());
    assertThat(ObjectStreamClass.lookup(rewritten).getSerialVersionUID())
        .isEqualTo(ObjectStreamClass.lookup(Subject.class).getSerialVersionUID());
  }

  @Test
  void killSwitchEndsAllReservationsAtOnce() throws Exception {
    SubjectFace subject = reserved();
    subject.addInside(() -> assertThat(ReserveGroups.switchOffAll()).isPositive());
    SubjectFace late = loader.make(Subject.class);
    for (int i = 0; i < ENOUGH_TO_LEARN; i++) {
      late.add(1);
      subject.add(1);
    }
    assertThat(reservations(subject)).isEqualTo(1);
    inOtherThread(() -> subject.add(1));
    assertThat(subject.get()).isEqualTo(2L * ENOUGH_TO_LEARN + 2);
  }

  @Test
  void classThatIsTakenBackHasTheMonitorFromThenOnAndSoHaveItsSubclasses() throws Exception {
    loader = new RewritingLoader(Subject.class, TakenBack.class, Below.class);
    SubjectFace above = reserved();
    SubjectFace subject = reserved(TakenBack.class);
    SubjectFace below = reserved(Below.class);
    subject.addInside(
        () -> {
          ReserveGroups.takeBack(Map.of(TakenBack.class.getName(), "on purpose"));
          subject.add(1); // The owner still gets in.
          assertThat(Thread.holdsLock(subject)).isFalse();
        });
    assertThat(inMonitor(above)).isFalse();
    assertThat(inMonitor(subject)).isTrue();
    assertThat(inMonitor(below)).isTrue();
    assertThat(group(subject).takenBackBecause()).isEqualTo("on purpose");
    assertThat(group(subject).switchedOff()).isFalse();
    assertThat(inMonitor(reserved())).isFalse();
    assertThat(inMonitor(reserved(TakenBack.class))).isTrue();
    assertThat(inMonitor(reserved(Below.class))).isTrue();
    assertThat(reservations(subject) + reservations(below)).isEqualTo(2);
    assertThat(revocations(subject)).isZero();
    inOtherThread(() -> subject.add(1));
    assertThat(subject.get()).isEqualTo(ENOUGH_TO_LEARN + 4);
  }

  @Test
  void classThatWasTakenBackBeforeItsFirstObjectIsNeverReserved() throws Exception {
    loader = new RewritingLoader(Subject.class, Late.class);
    ReserveGroups.takeBack(Map.of(Late.class.getName(), "on purpose"));
    assertThat(inMonitor(reserved(Late.class))).isTrue();
    assertThat(inMonitor(reserved())).isFalse();
  }

  /** Is taken back. */
  static class TakenBack extends Subject {
    @Override
    public synchronized void add(long delta) {
      super.add(delta);
    }
  }

  /** Nothing in it is rewritten. */
  static class Below extends TakenBack {}

  /** Is taken back too early. */
  static class Late extends Subject {
    @Override
    public synchronized void add(long delta) {
      super.add(delta);
    }
  }

  /** Whether the calling thread has the monitor itself in a synchronized method. */
  private static boolean inMonitor(SubjectFace subject) {
    boolean[] held = {false};
    subject.addInside(() -> held[0] = Thread.holdsLock(subject));
    return held[0];
  }

  @Test
  void noUpdateIsLostWhileReservationsComeAndGo() throws Exception {
    OutsideFace outside = loader.make(Outside.class);
    int objects = 400;
    int rounds = 60;
    int threads = 4;
    SubjectFace[] all = new SubjectFace[objects];
    for (int i = 0; i < objects; i++) {
      all[i] = loader.make(Subject.class);
    }
    race(
        threads,
        thread -> {
          for (int i = 0; i < objects; i++) {
            SubjectFace subject = all[(i + thread * 7) % objects];
            for (int j = 0; j < rounds; j++) {
              switch (j % 20) {
                case 17 -> subject.addInBlock(1);
                case 18 -> outside.inBlock(subject, () -> subject.add(1));
                case 19 -> {
                  subject.addInside(() -> outside.wake(subject));
                }
                default -> subject.add(1);
              }
            }
          }
        });
    for (SubjectFace subject : all) {
      assertThat(subject.get()).isEqualTo((long) threads * rounds);
    }
  }

  private SubjectFace reserved() throws ReflectiveOperationException {
    return reserved(Subject.class);
  }

  private SubjectFace reserved(Class<? extends SubjectFace> type)
      throws ReflectiveOperationException {
    SubjectFace subject = loader.make(type);
    for (int i = 0; i < ENOUGH_TO_LEARN; i++) {
      subject.add(1);
    }
    return subject;
  }

  /** The group of this test's own class: the last one of that name. */
  private static ReserveGroups.Group group(Object subject) {
    List<ReserveGroups.Group> groups = ReserveGroups.all();
    for (int i = groups.size() - 1; i >= 0; i--) {
      if (groups.get(i).className().equals(subject.getClass().getName())) {
        return groups.get(i);
      }
    }
    throw new AssertionError("no object of " + subject.getClass() + " asked to be reserved");
  }

  private static long reservations(Object subject) {
    return group(subject).reservations();
  }

  private static long revocations(Object subject) {
    return group(subject).revocations();
  }

  private static void await(OutsideFace outside, Object lock) {
    try {
      outside.waitFor(lock);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitBlocked(Thread thread) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (thread.getState() == Thread.State.NEW || thread.getState() == Thread.State.RUNNABLE) {
      assertThat(System.nanoTime() - deadline).isNegative();
      Thread.onSpinWait();
    }
  }

  private interface Runner {
    void run(int thread) throws Exception;
  }

  private static void inOtherThread(Runnable action) throws Exception {
    race(1, thread -> action.run());
  }

  private static void race(int threads, Runner runner) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        all.add(
            pool.submit(
                () -> {
                  runner.run(thread);
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
