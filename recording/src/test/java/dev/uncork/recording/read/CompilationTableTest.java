package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.read.CompilationTable.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which attempts of the compilers count as given up. */
class CompilationTableTest {
  private static final Unit MIX = new Unit("com.acme.Foo", "mix$uncork", "()I", "c2", false);

  private final CompilationTable table = new CompilationTable();

  @Test
  void lastAttemptCounts() {
    failed(MIX, 7, "out of nodes");
    table.attempt(MIX, 9, true);
    table.attempt(MIX, 5, true); // Events of several threads come in any order.
    assertThat(givenUp()).isEmpty();
    failed(MIX, 11, "out of nodes parsing method");
    assertThat(givenUp()).containsExactly("com.acme.Foo.mix (c2: out of nodes parsing method)");
  }

  @Test
  void anotherCompilersSuccessDoesNotCount() {
    failed(MIX, 1, "out of nodes");
    table.attempt(new Unit("com.acme.Foo", "mix$uncork", "()I", "c1", false), 2, true);
    assertThat(givenUp()).hasSize(1);
  }

  @Test
  void methodIsToldOnceWithItsWrapperAndItsLoops() {
    failed(MIX, 1, "out of nodes");
    failed(new Unit("com.acme.Foo", "mix", "()I", "c2", false), 2, "out of nodes");
    failed(new Unit("com.acme.Foo", "mix$uncork", "()I", "c2", true), 3, "out of nodes");
    assertThat(givenUp()).hasSize(1);
  }

  @Test
  void whatMaySucceedLaterIsLeftOut() {
    failed(MIX, 1, "concurrent class loading");
    failed(
        new Unit("com.acme.Foo", "put", "()I", "c1", false), 3, "exception handler covers itself");
    failed(new Unit("com.acme.Foo", "old", "()I", "c2", false), 4, "redefined method");
    table.attempt(new Unit("com.acme.Foo", "unsaid", "()I", "c2", false), 2, false);
    assertThat(givenUp()).isEmpty();
  }

  @Test
  void onlyAskedClassesAreTold() {
    failed(MIX, 1, "out of nodes");
    assertThat(table.givenUp("com.acme.Bar"::equals)).isEmpty();
  }

  private void failed(Unit unit, long id, String reason) {
    table.failure(id, reason);
    table.attempt(unit, id, false);
  }

  private List<String> givenUp() {
    return table.givenUp("com.acme.Foo"::equals).stream().map(Object::toString).toList();
  }
}
