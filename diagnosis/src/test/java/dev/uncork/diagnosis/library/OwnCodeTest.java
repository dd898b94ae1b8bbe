package dev.uncork.diagnosis.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.stack.OwnCode;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OwnCodeTest {
  private static final String SQLITE = "org.sqlite.core.NativeDB.step";
  private static final String UNKNOWN = "net.weird.Driver.send(Driver.java:5)";
  private static final String OWN = "com.acme.shop.Orders.save(Orders.java:40)";

  private static List<Frame> stack(String... frames) {
    return Stream.of(frames).map(Frame::parse).toList();
  }

  private static Snapshot look(List<Frame> stack) {
    ThreadSample thread =
        new ThreadSample(1, "main", Thread.State.WAITING, 0, 1, stack, Blocker.NONE, 0);
    return new Snapshot(0, List.of(thread), List.of());
  }

  private static OwnCode code(String outermost) {
    Snapshot look = look(stack("java.lang.Thread.sleep(Thread.java:1)", outermost));
    return OwnCode.of(List.of(look), new LibraryWaits());
  }

  private static Optional<String> caller(String main, String... frames) {
    List<Frame> stack = stack(frames);
    return code(main).caller(stack, stack.get(0)).map(Frame::toString);
  }

  @Test
  void theProgramsCodeHasThePackageOfItsMainClass() {
    String main = "com.acme.Main.main(Main.java:9)";
    assertThat(caller(main, UNKNOWN, "org.frame.Work.run(Work.java:3)", OWN)).contains(OWN);
    assertThat(caller(main, SQLITE, UNKNOWN, OWN)).contains(OWN);
    assertThat(caller(main, OWN, UNKNOWN)).isEmpty();
    assertThat(caller(main, SQLITE, UNKNOWN)).isEmpty();
    assertThat(caller("Main.main(Main.java:9)", SQLITE, UNKNOWN, "Orders.save(Orders.java:1)"))
        .contains("Orders.save(Orders.java:1)");
  }

  @Test
  void whereSomebodyElseStartsItCommonLibrariesAreKnown() {
    for (String main :
        List.of(
            "org.springframework.boot.loader.launch.JarLauncher.main(JarLauncher.java:40)",
            "com.acme.Worker.run(Worker.java:4)")) {
      assertThat(caller(main, SQLITE, "org.sqlite.jdbc3.Statement.x(Statement.java:1)", OWN))
          .contains(OWN);
      assertThat(caller(main, SQLITE, "com.zaxxer.hikari.pool.Proxy.x(Proxy.java:1)", OWN))
          .contains(OWN);
      assertThat(caller(main, UNKNOWN, OWN)).isEmpty();
    }
  }

  @Test
  void threeNamesTellPackagesThatManyProjectsShare() {
    String main = "org.apache.acme.Main.main(Main.java:9)";
    String own = "org.apache.acme.Orders.save(Orders.java:40)";
    assertThat(caller(main, "org.apache.http.pool.Pool.lease(Pool.java:2)", own)).contains(own);
  }

  @Test
  void aMethodReferenceHasNoLineButWhoCallsItHas() {
    String main = "com.acme.Main.main(Main.java:9)";
    String reference = "com.acme.shop.Orders$$Lambda/0x00007f8a5c1c2000.run(Unknown Source)";
    assertThat(caller(main, SQLITE, reference, OWN)).contains(OWN);
    assertThat(caller(main, SQLITE, reference)).contains("com.acme.shop.Orders$$Lambda.run");
  }

  @Test
  void ofSeveralCallersTheMostFrequentCounts() {
    List<Frame> rare = stack(SQLITE, "com.acme.Log.write(Log.java:3)");
    List<Frame> often = stack(SQLITE, OWN);
    assertThat(
            code("com.acme.Main.main(Main.java:9)")
                .mostFrequentCaller(
                    List.of(look(rare), look(often), look(often)), Frame.parse(SQLITE)))
        .hasToString("Optional[" + OWN + "]");
  }
}
