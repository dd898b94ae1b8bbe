package dev.uncork.diagnosis.ledger;

import static dev.uncork.diagnosis.ledger.Looks.SLEEP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.stack.Activity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait until another one has initialised a class. */
class ClassInitializationTest {
  private static final String WORK = "com.acme.Render.draw(Render.java:40)";

  @Test
  void threadsStandStillForAClassThoughOthersUseTheCores() {
    Root root =
        new Looks(2, 0.3, 1.7)
            .runs("quote-1", 0.3, WORK, "com.acme.Rates.<clinit>(Rates.java:3)")
            .runs("quote-2", 0, "com.acme.Quote.price(Quote.java:9)")
            .runs("quote-3", 0, "com.acme.Quote.price(Quote.java:9)")
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.CLASS_INITIALIZATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdk.internal.misc.Unsafe.ensureClassInitialized0(Native Method)",
        "jdk.internal.reflect.NativeConstructorAccessorImpl.newInstance0(Native Method)"
      })
  void whoHasReflectionInitialiseAClassThatAnotherDoesWaitsHoweverBriefly(String ensure) {
    String engine = "com.acme.Rules.engine(Rules.java:66)";
    Looks looks = new Looks(2, 0.9);
    looks.runs("quote-1", 0.4, WORK, "com.acme.Rates.<clinit>(Rates.java:3)", ensure, engine);
    for (int i = 2; i < 5; i++) {
      looks.runs("quote-" + i, 0.4, ensure, engine);
    }
    Root root = looks.looks(30).root();
    assertThat(root.kind()).isEqualTo(FindingKind.CLASS_INITIALIZATION);
    assertThat(root.object()).isEqualTo("com.acme.Rates");
  }

  @Test
  void whoSleepsWhileHeInitialisesAClassIsNotIdle() {
    Root root =
        new Looks(2, 0.1)
            .stays("quote-1", SLEEP, "com.acme.Rates.<clinit>(Rates.java:3)")
            .runs("quote-2", 0, "com.acme.Quote.price(Quote.java:9)")
            .looks(20)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.CLASS_INITIALIZATION);
    assertThat(root.causes().get(0).activity()).isEqualTo(Activity.SLEEP);
  }

  @Test
  void classesThatNeedEachOtherAreADeadlock() {
    Root root =
        new Looks(2, 0.01)
            .runs("quote-1", 0, "com.acme.Rates.<clinit>(Rates.java:3)")
            .runs("quote-2", 0, "com.acme.Fees.<clinit>(Fees.java:4)")
            .runs("quote-3", 0, "com.acme.Quote.price(Quote.java:9)")
            .looks(60)
            .root();
    assertThat(root.kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(root.stuck())
        .extracting(Stuck::thread, Stuck::lockClass, Stuck::owner)
        .containsExactlyInAnyOrder(
            tuple("quote-1", "class com.acme.Fees", "quote-2"),
            tuple("quote-2", "class com.acme.Rates", "quote-1"));
  }

  @Test
  void classesThatAreInitialisedOneAfterAnotherAreOneRoot() {
    Looks looks = new Looks(2, 0.1);
    for (String type : List.of("A", "B", "C")) {
      looks
          .stays("quote-1", SLEEP, "com.acme.Rates" + type + ".<clinit>(Rates.java:3)")
          .runs("quote-2", 0, "com.acme.Quote.price(Quote.java:9)")
          .looks(10);
    }
    Root root = looks.root();
    assertThat(root.kind()).isEqualTo(FindingKind.CLASS_INITIALIZATION);
    assertThat(root.object()).as("none is most of it").isEmpty();
    assertThat(root.coreSeconds()).isCloseTo(3 * 1.9, within(0.1));
  }
}
