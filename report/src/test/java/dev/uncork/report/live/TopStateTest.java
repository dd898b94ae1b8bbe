package dev.uncork.report.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.LockRow;
import org.junit.jupiter.api.Test;

/** What the keys do. */
class TopStateTest {
  private final TopState state = new TopState();

  private TopState.Request press(String keys) {
    TopState.Request last = TopState.Request.NONE;
    for (char key : keys.toCharArray()) {
      last = state.press(Key.of(key), Observed.TWO_LOCKS);
    }
    return last;
  }

  private void press(Key.Name key) {
    state.press(Key.of(key), Observed.TWO_LOCKS);
  }

  @Test
  void sortingPutsTheGreatestOfTheColumnFirst() {
    assertThat(state.locks(Observed.TWO_LOCKS))
        .extracting(LockRow::name)
        .first()
        .isEqualTo("a.Long");
    press("s");
    assertThat(state.locks(Observed.TWO_LOCKS))
        .extracting(LockRow::name)
        .first()
        .isEqualTo("b.Often");
    press("sss");
    assertThat(state.order()).isEqualTo(SortOrder.WAITING);
  }

  @Test
  void aFilterIsTypedKeptAndCleared() {
    press("/OFTQ");
    press(Key.Name.BACKSPACE);
    press(Key.Name.ENTER);
    assertThat(state.locks(Observed.TWO_LOCKS))
        .extracting(LockRow::name)
        .containsExactly("b.Often");
    press(Key.Name.ESCAPE);
    assertThat(state.locks(Observed.TWO_LOCKS)).hasSize(2);
  }

  @Test
  void aLetterOfAFilterIsNoCommand() {
    assertThat(press("/qQw")).isEqualTo(TopState.Request.NONE);
    assertThat(state.filter()).isEqualTo("qQw");
  }

  @Test
  void theSelectedLockOpensAndClosesAgain() {
    press(Key.Name.DOWN);
    press(Key.Name.DOWN);
    press(Key.Name.ENTER);
    assertThat(state.page()).isEqualTo(TopState.Page.LOCK);
    assertThat(state.opened(Observed.TWO_LOCKS))
        .hasValueSatisfying(lock -> assertThat(lock.name()).isEqualTo("b.Often"));
    assertThat(press("q")).isEqualTo(TopState.Request.NONE);
    assertThat(state.page()).isEqualTo(TopState.Page.OVERVIEW);
  }

  @Test
  void quittingAndSnapshotsAreAskedFor() {
    assertThat(press("w")).isEqualTo(TopState.Request.SNAPSHOT);
    assertThat(press("q")).isEqualTo(TopState.Request.QUIT);
    assertThat(press("?Q")).isEqualTo(TopState.Request.QUIT);
  }

  @Test
  void pausingIsUndoneBySpace() {
    press("p");
    assertThat(state.paused()).isTrue();
    press(" ");
    assertThat(state.paused()).isFalse();
  }

  @Test
  void anUnknownKeyIsExplained() {
    press("x");
    assertThat(state.message()).contains("'x' does nothing");
  }

  @Test
  void keysBeforeTheFirstSecondDoNoHarm() {
    for (Key.Name name : Key.Name.values()) {
      assertThat(state.press(Key.of(name), null)).isEqualTo(TopState.Request.NONE);
    }
  }
}
