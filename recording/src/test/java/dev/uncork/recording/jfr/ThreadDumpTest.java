package dev.uncork.recording.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.Frame;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThreadDumpTest {
  private static final String DUMP =
      """
      2026-11-26 13:28:22
      Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6-Debian-1deb12u1 mixed mode, sharing):

      "main" #1 prio=5 os_prio=0 cpu=300.81ms elapsed=1.89s tid=0x00007f nid=0x468e runnable  [0x00]
         java.lang.Thread.State: RUNNABLE
      \tat sun.nio.ch.Net.accept(java.base@17.0.15/Native Method)
      \tat com.acme.Main.main(Main.java:7)

      "a "quoted" #7 name" #12 [29411] daemon prio=5 os_prio=0 cpu=0.33ms elapsed=3.02s tid=0x1 nid=2
         java.lang.Thread.State: BLOCKED (on object monitor)
      \tat com.acme.Bank.pay(Bank.java:15)
      \t- waiting to lock <0x000000069e81eb48> (a com.acme.Account)
      \t- locked <0x000000069e81eb38> (a com.acme.Account)
      \tat java.lang.Thread.run(java.base@25.0.3/Thread.java:1474)

      "dead-2" #13 [29412] daemon prio=5 os_prio=0 cpu=0.23ms elapsed=3.02s tid=0x1 nid=2 waiting
         java.lang.Thread.State: BLOCKED (on object monitor)
      \tat com.acme.Bank.pay(Bank.java:16)
      \t- waiting to lock <0x000000069e81eb38> (a com.acme.Account)
      \t- locked <0x000000069e81eb48> (a com.acme.Account)

      "waiter" #14 prio=5 os_prio=0 cpu=0.23ms elapsed=1.5s tid=0x1 nid=2 in Object.wait()
         java.lang.Thread.State: TIMED_WAITING (on object monitor)
      \tat java.lang.Object.wait(java.base@17.0.15/Native Method)
      \t- waiting on <0x000000069e81eb99> (a java.lang.Class for com.acme.Bell)
      \tat com.acme.Bell.hear(Bell.java:4)
      \t- locked <0x000000069e81eb99> (a java.lang.Class for com.acme.Bell)

      "late" #15 prio=5 os_prio=0 cpu=0.23ms elapsed=1.5s tid=0x1 nid=2 waiting for monitor entry
         java.lang.Thread.State: BLOCKED (on object monitor)
      \tat com.acme.Bell.ring(Bell.java:9)
      \t- waiting to lock <0x000000069e81eb99> (a java.lang.Class for com.acme.Bell)

      "juc" #16 prio=5 os_prio=0 cpu=0.23ms elapsed=1.5s tid=0x1 nid=2 waiting on condition
         java.lang.Thread.State: WAITING (parking)
      \tat jdk.internal.misc.Unsafe.park(java.base@17.0.15/Native Method)
      \t- parking to wait for  <0x0000000ff> (a java.util.concurrent.locks.ReentrantLock$FairSync)

      "VM Thread" os_prio=0 cpu=2.07ms elapsed=3.69s tid=0x00007feb0c0a9d70 nid=29389 runnable

      JNI global refs: 44, weak refs: 3


      Found one Java-level deadlock:
      =============================
      "juc":
        waiting for ownable synchronizer 0x0000000ff, (a java.util.concurrent.locks.ReentrantLock),
        which is held by "dead-2"
      """;

  @Test
  void threadsStatesStacksAndTimesAreRead() {
    List<ThreadDump.Line> lines = ThreadDump.threads(DUMP);

    assertThat(lines)
        .extracting(line -> line.thread().threadName())
        .containsExactly("main", "a \"quoted\" #7 name", "dead-2", "waiter", "late", "juc");
    assertThat(lines)
        .extracting(line -> line.thread().state())
        .containsExactly(
            Thread.State.RUNNABLE,
            Thread.State.BLOCKED,
            Thread.State.BLOCKED,
            Thread.State.TIMED_WAITING,
            Thread.State.BLOCKED,
            Thread.State.WAITING);
    assertThat(lines).allMatch(ThreadDump.Line::waits);
    ThreadDump.Line main = lines.get(0);
    assertThat(main.cpuNanos()).isEqualTo(300_000_000);
    assertThat(main.ageNanos()).isEqualTo(1_890_000_000);
    assertThat(main.thread().stack())
        .containsExactly(
            new Frame("sun.nio.ch.Net", "accept", "", 0),
            new Frame("com.acme.Main", "main", "Main.java", 7));
    assertThat(lines.get(1).thread().stack())
        .contains(new Frame("java.lang.Thread", "run", "Thread.java", 1474));
  }

  @Test
  void ownersFollowFromWhatIsLockedAndFromTheDeadlock() {
    List<Blocker> blockers =
        ThreadDump.threads(DUMP).stream()
            .map(ThreadDump.Line::thread)
            .map(ThreadSample::blocker)
            .toList();

    assertThat(blockers)
        .extracting(Blocker::owner)
        .as("who waits on an object doesn't hold it")
        .containsExactly(-1L, 13L, 12L, -1L, -1L, 13L);
    assertThat(blockers)
        .extracting(Blocker::className)
        .containsExactly(
            "",
            "com.acme.Account",
            "com.acme.Account",
            "java.lang.Class",
            "java.lang.Class",
            "java.util.concurrent.locks.ReentrantLock$FairSync");
    assertThat(blockers.get(3).instance()).isEqualTo(blockers.get(4).instance());
    assertThat(blockers.get(1).instance()).isNotEqualTo(blockers.get(2).instance());
  }

  @Test
  void damagedTextNeverThrows() {
    Random random = new Random(5);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder(DUMP);
      for (int j = 0; j < 20; j++) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, (char) random.nextInt(128));
          case 1 -> text.deleteCharAt(at);
          default -> text.insert(at, DUMP.charAt(random.nextInt(DUMP.length())));
        }
      }
      assertThat(ThreadDump.threads(text.toString())).isNotNull();
    }
    assertThat(ThreadDump.threads("")).isEmpty();
  }
}
