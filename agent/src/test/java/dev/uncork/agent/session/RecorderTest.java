package dev.uncork.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.EventName;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RecorderTest {
  /** Events of Spark's plugin, and what begins every name. */
  private static final Set<String> OF_SPARK =
      Set.of(EventName.SHUFFLE_ROUTE, EventName.SPARK_TASK, EventName.PREFIX);

  @Test
  void everyEventOfOursIsRecorded() throws IllegalAccessException {
    List<String> names = new ArrayList<>();
    for (Field field : EventName.class.getFields()) {
      names.add((String) field.get(null));
    }
    names.removeAll(OF_SPARK);
    assertThat(Recorder.OWN_EVENTS).containsExactlyInAnyOrderElementsOf(names);
  }
}
