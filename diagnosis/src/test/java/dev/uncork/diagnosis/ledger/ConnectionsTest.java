package dev.uncork.diagnosis.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Who waits at a connection for an answer, and who for whatever may come. */
class ConnectionsTest {
  private static final String READ = "sun.nio.ch.SocketDispatcher.read0";
  private static final String ACCEPT = "sun.nio.ch.Net.accept";
  private static final String PARK_NANOS =
      "java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:252)";

  @Test
  void serversReadOfASilentConnectionIsNoWait() {
    Looks looks = new Looks(2, 0);
    for (int i = 0; i < 40; i++) {
      looks
          .runs("acceptor", 0, ACCEPT, "com.acme.Server.run(Server.java:3)")
          .runs("connection-1", 0, READ, "com.acme.Connection.run(Connection.java:3)")
          .look();
    }
    assertThat(looks.ledger().share(RowKind.NO_DEMAND)).isCloseTo(1, within(1e-6));
  }

  @Test
  void clientsReadThatHangsIsAWait() {
    Root root =
        new Looks(2, 0)
            .runs("client-1", 0, READ, "com.acme.Client.call(Client.java:3)")
            .looks(40)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }

  /** What takes what a stream hands it isn't a server that takes connections. */
  @Test
  void aCallThatHangsIsAWaitWhereSomethingElseIsAccepted() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 40; i++) {
      looks
          .runs("client-1", 0, READ, "com.acme.Client.call(Client.java:3)")
          .ran(
              "reporter",
              0.1,
              "java.util.stream.ReduceOps$2.accept(R.java:1)",
              "com.acme.R.all(R.java:3)")
          .look();
    }
    assertThat(looks.root().kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }

  @Test
  void datagramThatWasAskedForIsARemoteAnswer() {
    String receive = "sun.nio.ch.DatagramChannelImpl.receive0";
    assertThat(
            new Looks(2, 0.1)
                .runs("dns-1", 0.01, receive, "com.acme.Dns.resolve(Dns.java:3)")
                .looks(20)
                .root()
                .kind())
        .isEqualTo(FindingKind.REMOTE_WAIT);
    assertThat(
            new Looks(2, 0.1)
                .runs("dns-server", 0.01, receive, "com.acme.DnsServer.run(DnsServer.java:3)")
                .looks(20)
                .ledger()
                .roots())
        .isEmpty();
  }

  @Test
  void whoAsksAServerOfNamesByTheJdksClientWaitsForItsAnswer() {
    String host = "com.acme.Mailer.host(Mailer.java:11)";
    Looks dns =
        new Looks(2, 0.1)
            .runs(
                "mailer-1",
                0.01,
                "sun.nio.ch.EPoll.wait(EPoll.java)",
                "sun.nio.ch.SelectorImpl.select(SelectorImpl.java:142)",
                "com.sun.jndi.dns.DnsClient.blockingReceive(DnsClient.java:460)",
                host);
    Looks ldap =
        new Looks(2, 0.1)
            .waits(
                "mailer-1",
                PARK_NANOS,
                "java.util.concurrent.LinkedBlockingQueue.poll(LinkedBlockingQueue.java:4)",
                "com.sun.jndi.ldap.Connection.readReply(Connection.java:4)",
                host);
    assertThat(dns.looks(20).root().kind()).isEqualTo(FindingKind.REMOTE_WAIT);
    assertThat(ldap.looks(20).root().kind()).isEqualTo(FindingKind.REMOTE_WAIT);
  }
}
