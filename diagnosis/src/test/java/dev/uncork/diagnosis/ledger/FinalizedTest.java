package dev.uncork.diagnosis.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.stack.Finalized;
import dev.uncork.recording.Frame;
import org.junit.jupiter.api.Test;

class FinalizedTest {
  private static final String MADE = "com.acme.Shaper.shape(Shaper.java:31)";

  @Test
  void objectsThatAreRegisteredAreNamedByTheirClassAndWhereTheyAreMade() {
    assertThat(Finalized.of(shaped(0.5).recording()))
        .contains(new Finalized("com.acme.Guarded", Frame.parse(MADE)));
  }

  @Test
  void looksShowWhereTheJvmRegistersThem() {
    Looks looks = new Looks(2, 1.5).used("typesetter", 10).used("Finalizer", 0.5);
    for (int i = 0; i < 9; i++) {
      looks
          .runs(
              "typesetter",
              0.9,
              "java.lang.Object.<init>(Object.java:44)",
              "com.acme.Shaped.<init>(Shaped.java:14)",
              MADE)
          .look();
    }
    assertThat(Finalized.of(looks.recording()))
        .contains(new Finalized("com.acme.Shaped", Frame.parse(MADE)));
  }

  @Test
  void fewFinalizersAreNotTold() {
    assertThat(Finalized.of(shaped(0.01).recording())).isEmpty();
    assertThat(Finalized.of(new Looks(2, 1.5).used("Finalizer", 0.5).recording())).isEmpty();
  }

  private static Looks shaped(double finalizerSeconds) {
    return new Looks(2, 1.5)
        .used("typesetter", 10)
        .used("Finalizer", finalizerSeconds)
        .sampled(90, MADE)
        .sampled(
            9,
            "java.lang.ref.Finalizer.<init>(Finalizer.java:49)",
            "java.lang.ref.Finalizer.register(Finalizer.java:69)",
            "java.lang.Object.<init>(Object.java:44)",
            "com.acme.Shaped.<init>(Shaped.java:14)",
            "com.acme.Guarded.<init>(Guarded.java:20)",
            MADE);
  }
}
