package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.PARK;
import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Programs that ask themselves, over connections both ends of which are theirs. */
class OwnAnswersTest {
  private static final String READ = "sun.nio.ch.SocketDispatcher.read0";
  private static final String GET = "java.util.concurrent.CompletableFuture.get(C.java:1)";
  private static final String SEND =
      "jdk.internal.net.http.HttpClientImpl.send(HttpClientImpl.java:900)";
  private static final String GET_TASK =
      "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)";
  private static final String ASK = "com.acme.Client.ask(Client.java:3)";
  private static final String ANSWER = "com.acme.Server.answer(Server.java:9)";

  private static Looks clients(Looks looks, int count, double cpuShare) {
    for (int i = 0; i < count; i++) {
      looks.asks("client-" + i, cpuShare, READ, ASK);
    }
    return looks;
  }

  @Test
  void theOneThatAnswersAllIsWhatTheyWaitFor() {
    Root root = clients(new Looks(4, 1), 3, 0.01).runs("loop", 1, ANSWER).looks(30).root();
    assertThat(root.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    assertThat(root.cause().flatMap(Root.Cause::site)).hasToString("Optional[" + ANSWER + "]");
  }

  @Test
  void whereSeveralAnswerThereAreFewThreads() {
    Looks looks = new Looks(8, 2);
    for (int i = 0; i < 30; i++) {
      clients(looks, 4, 0.01);
      looks.runs("server-" + i % 4, 0.5, ANSWER).runs("server-" + (i + 1) % 4, 0.5, ANSWER).look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.TOO_FEW_THREADS);
  }

  @Test
  void serversThatSleepAreRemoteToThoseWhoAsk() {
    Looks looks = clients(new Looks(4, 0.1), 3, 0.02);
    for (int i = 0; i < 3; i++) {
      looks.waits("server-" + i, SLEEP, ANSWER);
    }
    Root root = looks.looks(30).root();
    assertThat(root.kind()).isIn(FindingKind.REMOTE_WAIT, FindingKind.TIMED_WAIT);
    assertThat(looks.ledger().roots()).anyMatch(other -> other.kind() == FindingKind.REMOTE_WAIT);
  }

  @Test
  void subscribersToWhomNothingIsToldWaitForNothing() {
    Ledger ledger = clients(new Looks(2, 0.01), 20, 0).looks(40).ledger();
    assertThat(ledger.share(RowKind.NO_DEMAND)).isCloseTo(1, within(0.01));
  }

  @Test
  void whoMostlyListensWaitsForNoAnswerThoughItSaidSomethingLast() {
    Looks looks = new Looks(2, 0.05);
    for (int i = 0; i < 40; i++) {
      for (int guest = 0; guest < 12; guest++) {
        if ((i + guest) % 3 == 0) {
          looks.asks("ear-" + guest, 0.01, READ, ASK);
        } else {
          looks.listens("ear-" + guest, READ, ASK);
        }
      }
      looks.asks("asker", 0.01, READ, ASK).look();
    }
    assertThat(looks.root().threads()).isCloseTo(1, within(0.01));
    assertThat(looks.root().kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }

  /** Threads that a library started to read what comes, and perhaps one that wants an answer. */
  private static Ledger readers(String reader, boolean wanted) {
    Looks looks = new Looks(2, 0.05);
    for (int i = 0; i < 20; i++) {
      looks.stays("main", SLEEP, "com.acme.Lobby.main(Lobby.java:5)");
      for (int guest = 0; guest < 12; guest++) {
        looks.asks("reader-" + guest, 0.002, READ, reader, "java.lang.Thread.run(Thread.java:840)");
      }
      if (wanted) {
        looks.ran("asker", 0.01, PARK, GET, ASK);
      }
      looks.look();
    }
    return looks.ledger();
  }

  @Test
  void aLibrarysReaderHearsWhatComes() {
    String library = "org.chat.Connection.run(Connection.java:526)";
    assertThat(readers(library, false).share(RowKind.NO_DEMAND)).isGreaterThan(0.9);
    assertThat(readers(library, true).share(RowKind.NO_DEMAND)).isLessThan(0.1);
    assertThat(readers(ASK, false).share(RowKind.NO_DEMAND)).isLessThan(0.1);
  }

  @Test
  void whereOneLookLacksWhoAsksOthersTellIt() {
    Looks looks = new Looks(2, 1);
    for (int i = 0; i < 30; i++) {
      looks.serves("conn-1", 0.05, READ, ANSWER).runs("conn-2", 0.05, READ, ANSWER);
      looks.runs("conn-3", 0.9, "com.acme.Server.work(Server.java:20)").look();
    }
    assertThat(looks.ledger().roots()).noneMatch(at -> at.kind() == FindingKind.REMOTE_WAIT);
  }

  private static Looks async(String host, boolean own) {
    Looks looks = new Looks(2, 1.2);
    for (int i = 0; i < 30; i++) {
      if (own) {
        looks.ran("user-2", 0.05, PARK, GET, SEND, ASK);
      }
      looks.ran("user-1", 0.05, PARK, GET, ASK).selects("HttpClient-1", host, own);
      if (i % 3 == 0) {
        looks.runs("http-1", 0.6, ANSWER);
      } else {
        looks.ran("http-1", 0.6, PARK, GET_TASK);
      }
      looks.look();
    }
    return looks;
  }

  @Test
  void aClientsEventLoopTellsWhoAnswers() {
    assertThat(async("127.0.0.1:8080", true).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.REMOTE_WAIT);
    assertThat(async("10.0.0.7:443", false).ledger().roots())
        .anyMatch(
            root -> root.kind() == FindingKind.REMOTE_WAIT && root.object().equals("10.0.0.7:443"));
  }

  @Test
  void anEventLoopThatNeverRestsOwesTheAnswerItself() {
    String select = "sun.nio.ch.EPoll.wait";
    String get = "java.util.concurrent.CompletableFuture.get(C.java:1)";
    for (double share : new double[] {0.1, 0.95}) {
      Looks looks = new Looks(2, share);
      for (int i = 0; i < 30; i++) {
        for (int client = 0; client < 4; client++) {
          looks.ran("gateway-" + client, 0.01, PARK, get, "com.acme.Gate.ask(Gate.java:5)");
        }
        String[] stack = i % 3 == 0 ? new String[] {ANSWER} : new String[] {select, ANSWER};
        looks.runs("event-loop-1", share, stack).look();
      }
      assertThat(looks.root().kind())
          .as("share: " + share)
          .isEqualTo(share > 0.5 ? FindingKind.SERIAL_PHASE : FindingKind.REMOTE_WAIT);
    }
  }

  @Test
  void anEventLoopThatWritesDoesNotWait() {
    String write = "sun.nio.ch.FileDispatcherImpl.write0";
    String channel = "sun.nio.ch.SocketChannelImpl.write(SocketChannelImpl.java:512)";
    Looks looks = new Looks(2, 0.9);
    for (int i = 0; i < 30; i++) {
      clients(looks, 4, 0.01);
      if (i == 3) {
        looks.runs("loop", 0.6, "sun.nio.ch.EPoll.wait", ANSWER).look();
      } else {
        looks.runs("loop", 0.6, write, channel, ANSWER).look();
      }
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.SERIAL_PHASE);
  }

  @Test
  void whoWritesAndGoesOnWorkingDoesNotWait() {
    String write = "sun.nio.ch.SocketDispatcher.write0";
    String channel = "sun.nio.ch.SocketChannelImpl.write(SocketChannelImpl.java:512)";
    Root works =
        clients(new Looks(2, 0.9), 4, 0.01)
            .runs("http-1", 0.6, write, channel, ANSWER)
            .looks(30)
            .root();
    assertThat(works.kind()).isEqualTo(FindingKind.SERIAL_PHASE);
    Root waits =
        clients(new Looks(2, 0.02), 4, 0.01)
            .runs("http-1", 0, write, channel, ANSWER)
            .looks(30)
            .root();
    assertThat(waits.kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }

  @Test
  void threadsThatAreReadyLeaveNothingToOthers() {
    Root left = clients(new Looks(2, 1, 1), 3, 0.02).runs("loop", 1, ANSWER).looks(30).root();
    Root ready =
        clients(new Looks(2, 1, 1).ready(1), 3, 0.02).runs("loop", 1, ANSWER).looks(30).root();
    assertThat(left.leftCoreSeconds()).isCloseTo(3, within(0.1));
    assertThat(ready.leftCoreSeconds()).isCloseTo(0, within(0.1));
  }

  @Test
  void whatThreadsLeaveThatAllComeAtTheSameTimeIsLeftToOthers() {
    Looks looks = new Looks(2, 1, 1).ready(1);
    for (int i = 0; i < 40; i++) {
      for (int thread = 0; thread < 4; thread++) {
        String name = "asker-" + thread;
        if (i % 2 == 0) {
          looks.runs(name, 0.25, "com.acme.Ask.work(Ask.java:9)");
        } else {
          looks.waits(name, Looks.SLEEP, "com.acme.Ask.rest(Ask.java:4)");
        }
      }
      looks.look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.TIMED_WAIT);
    assertThat(looks.root().leftCoreSeconds()).as("half of two cores").isCloseTo(4, within(0.5));
  }

  /** Calls of a library that could ask another process, and answers of one of the threads here. */
  private static Root called(boolean connected) {
    String call = "io.grpc.stub.ClientCalls$ThreadlessExecutor.waitAndDrain(ClientCalls.java:817)";
    Looks looks = new Looks(2, 0.8);
    for (int i = 0; i < 40; i++) {
      looks.ran("gateway-1", 0.1, PARK, call, ASK).ran("gateway-2", 0.1, PARK, call, ASK);
      looks.runs("exec-" + i % 4, 0.2, ANSWER);
      if (connected) {
        looks.serves("conn-1", 0, READ, "com.acme.Server.listen(Server.java:2)");
      }
      looks.look();
    }
    return looks.root();
  }

  @Test
  void whoCallsByALibraryWhereNobodyIsAtAConnectionCallsTheProgramItself() {
    assertThat(called(false).row()).isEqualTo(RowKind.FEW_THREADS);
    assertThat(called(true).kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }
}
