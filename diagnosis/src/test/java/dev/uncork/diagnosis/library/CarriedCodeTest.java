package dev.uncork.diagnosis.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.stack.CarriedCode;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CarriedCodeTest {
  private static final String RUN = "java.lang.VirtualThread.run(VirtualThread.java:460)";
  private static final String TRACE = "com.acme.Band.trace(Band.java:9)";
  private static final String OTHER_LINE = "com.acme.Band.trace(Band.java:12)";
  private static final String SUM = "com.acme.Book.sum(Book.java:4)";

  private static Optional<String> carried(List<List<String>> stacks) {
    List<List<Frame>> frames =
        stacks.stream().map(stack -> stack.stream().map(Frame::parse).toList()).toList();
    int count = stacks.size();
    int[] index = stacks.stream().mapToInt(stacks::indexOf).toArray();
    return CarriedCode.of(new Samples(frames, new int[count], new long[count], index))
        .map(Frame::toString);
  }

  @Test
  void aMethodInWhichVirtualThreadsRunMostOfTheTimeIsIt() {
    assertThat(
            carried(
                List.of(
                    List.of(TRACE, RUN),
                    List.of(TRACE, RUN),
                    List.of(OTHER_LINE, RUN),
                    List.of(SUM, RUN),
                    List.of(SUM, RUN))))
        .contains(TRACE);
  }

  @Test
  void otherThreadsDoNotCount() {
    assertThat(carried(List.of(List.of(SUM), List.of(SUM, "com.acme.Main.main(Main.java:2)"))))
        .isEmpty();
  }

  @Test
  void ofMethodsHereAndThereNoneIs() {
    assertThat(
            carried(
                List.of(
                    List.of(TRACE, RUN),
                    List.of(SUM, RUN),
                    List.of("com.acme.A.b(A.java:1)", RUN))))
        .isEmpty();
  }
}
