package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Note;
import dev.uncork.recording.jvm.InterpretedCode;
import org.junit.jupiter.api.Test;

class JvmTableTest {
  private final JvmTable table = new JvmTable();

  private void samples(int count, String method, boolean interpreted, long atMillis) {
    for (int i = 0; i < count; i++) {
      table.sample("com.acme.Rules", method, interpreted, atMillis);
    }
  }

  @Test
  void theMethodThatIsNeverCompiledIsTold() {
    samples(60, "evaluate", true, 5000);
    samples(40, "parse", false, 5000);

    InterpretedCode code = table.interpreted();
    assertThat(code.samples()).isEqualTo(100);
    assertThat(code.share()).isCloseTo(0.6, within(1e-9));
    assertThat(code.mostShare()).isCloseTo(0.6, within(1e-9));
    assertThat(Frame.parse(code.most()).qualifiedMethod()).isEqualTo("com.acme.Rules.evaluate");
  }

  @Test
  void oneThatIsCompiledLateIsNot() {
    samples(60, "evaluate", true, 5000);
    samples(40, "evaluate", false, 6000);
    assertThat(table.interpreted().share()).isCloseTo(0.6, within(1e-9));
    assertThat(table.interpreted().most()).isEmpty();
    assertThat(table.interpreted().mostShare()).isZero();
  }

  @Test
  void whatIsInterpretedAtFirstDoesNotCount() {
    samples(60, "evaluate", true, 1000);
    assertThat(table.interpreted()).isEqualTo(InterpretedCode.NONE);
  }

  @Test
  void aNumberOfCpusThatTheJvmWasToldIsNotedWhereItIsSmaller() {
    table.information("-Xmx1g -XX:ActiveProcessorCount=8 -XX:ActiveProcessorCount=2 -ea");
    assertThat(table.toldCpus(4)).contains(new Note.ToldCpus("-XX:ActiveProcessorCount=2", 4));
    assertThat(table.toldCpus(2)).isEmpty();
    table.information("-XX:ActiveProcessorCount=x");
    assertThat(table.toldCpus(4)).isEmpty();
  }
}
