package dev.uncork.rewriting.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.boot.tick.TickGates;
import java.io.ObjectStreamClass;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Classes with gates behave as before, exclude as before, and never wait for ever. */
class GateTest {
  private static final long DEADLINE_SECONDS = 60;
  private static final int THREADS = 4;

  private final GateRewriter rewriter = new GateRewriter(RewritingLoader::read, name -> true);
  private final RewritingLoader loader =
      new RewritingLoader(original -> rewriter.rewrite(original).bytes(), Subject.class);

  @BeforeEach
  void closeGates() {
    TickGates.close();
  }

  @AfterEach
  void openGates() {
    TickGates.open();
  }

  @Test
  void gatedClassBehavesAsBefore() throws Exception {
    SubjectFace subject = loader.make(Subject.class);
    assertThat(subject).isNotInstanceOf(Subject.class);
    subject.add(2);
    assertThat(subject.mixed(1, 2, 3, 4, "five5", true)).isEqualTo(16);
    assertThat(subject.depth(10)).isEqualTo(10);
    subject.addInBlock(1);
    assertThatThrownBy(() -> subject.fail("on purpose")).hasMessage("on purpose");
    assertThat(subject.holds()).isFalse();
    subject.addInside(() -> assertThat(subject.holds()).isTrue());
    assertThat(subject.get()).isEqualTo(4);
    assertThat(subject.copy().get()).isEqualTo(4);
    assertThat(ObjectStreamClass.lookup(subject.getClass()).getSerialVersionUID())
        .isEqualTo(ObjectStreamClass.lookup(Subject.class).getSerialVersionUID());
  }

  @Test
  void noUpdateIsLostWhereverItComesFrom() throws Exception {
    SubjectFace subject = loader.make(Subject.class);
    int adds = 20_000;
    inThreads(
        () -> {
          for (int i = 0; i < adds; i++) {
            if (i % 16 == 0) {
              subject.addInBlock(1); // takes the monitor past the gate
            } else {
              subject.add(1);
            }
          }
        });
    assertThat(subject.get()).isEqualTo((long) THREADS * adds);
  }

  @Test
  void noUpdateIsLostWhileGatesOpenAndClose() throws Exception {
    SubjectFace subject = loader.make(Subject.class);
    int adds = 20_000;
    inThreads(
        () -> {
          for (int i = 0; i < adds; i++) {
            if (i % 64 == 0) {
              TickGates.open();
            } else if (i % 64 == 32) {
              TickGates.close();
            }
            subject.add(1);
          }
        });
    assertThat(subject.get()).isEqualTo((long) THREADS * adds);
  }

  @Test
  void whoHoldsTheMonitorPassesAheadOfThoseAtTheGate() throws Exception {
    SubjectFace subject = loader.make(Subject.class);
    int adds = 2_000;
    inThreads(
        () -> {
          for (int i = 0; i < adds; i++) {
            synchronized (subject) {
              subject.add(1);
            }
            subject.addInside(() -> subject.add(1));
          }
        });
    assertThat(subject.get()).isEqualTo(3L * THREADS * adds);
    assertThat(TickGates.closed()).isTrue();
  }

  @Test
  void whoWaitsAtAGateThatNobodyLeavesGoesOnWithout() throws Exception {
    SubjectFace subject = loader.make(Subject.class);
    long before = TickGates.counts().givenUp();
    CountDownLatch added = new CountDownLatch(1);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      // It waits inside for what only another thread inside can bring: without gates that works,
      // since waiting gives the monitor back.
      Future<?> waiter =
          other.submit(
              () -> {
                subject.addInside(() -> waitFor(subject, added));
                return null;
              });
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
      while (subject.get() == 0 && System.nanoTime() - deadline < 0) {
        Thread.onSpinWait();
      }
      subject.add(1);
      added.countDown();
      synchronized (subject) {
        subject.notifyAll();
      }
      waiter.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      assertThat(subject.get()).isEqualTo(2);
      assertThat(TickGates.counts().givenUp()).isGreaterThan(before);
    } finally {
      other.shutdownNow();
    }
  }

  private static void waitFor(Object monitor, CountDownLatch event) {
    try {
      while (event.getCount() != 0) {
        monitor.wait(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void inThreads(Runnable work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(threads.submit(work));
      }
      for (Future<?> one : all) {
        one.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
