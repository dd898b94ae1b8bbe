package dev.uncork.spark.numa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelListTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0-3", "0-3,8", "1,3,5-7,100"})
  void writesWhatItReads(String list) {
    assertThat(KernelList.format(KernelList.parse(list))).isEqualTo(list);
  }

  @Test
  void toleratesTheKernelsLineEnd() {
    assertThat(KernelList.parse("\t0-1\n").cardinality()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "3-1", "-1", "0-", "99999999"})
  void refusesWhatIsNone(String list) {
    assertThatThrownBy(() -> KernelList.parse(list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + list + "'");
  }

  @Test
  void settingsAreModesOrNodes() {
    assertThat(NumaSetting.parse("auto").mode()).isEqualTo(NumaSetting.Mode.AUTO);
    assertThat(NumaSetting.parse("off").mode()).isEqualTo(NumaSetting.Mode.OFF);
    assertThat(NumaSetting.parse("spread").mode()).isEqualTo(NumaSetting.Mode.SPREAD);
    assertThat(NumaSetting.parse("0,2-3").nodes()).isEqualTo(KernelList.parse("0,2-3"));
    assertThatThrownBy(() -> NumaSetting.parse("banana"))
        .hasMessageContaining("spark.uncork.numa=banana")
        .hasMessageContaining("auto, off, spread");
    assertThatThrownBy(() -> NumaSetting.parse(" ")).hasMessageContaining("spark.uncork.numa=");
  }
}
