package dev.uncork.recording.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.EventField;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.Event;
import org.junit.jupiter.api.Test;

/** The classes of events have the fields that the protocol names. */
class EventFieldTest {
  private static final List<Class<? extends Event>> EVENTS =
      List.of(
          CapabilityEvent.class,
          CodeAccessEvent.class,
          CollectorCostEvent.class,
          CollectorInfoEvent.class,
          ContendedLockEvent.class,
          CpuUseEvent.class,
          ExperimentWindowEvent.class,
          LockDemandEvent.class,
          LockStackEvent.class,
          PoolUseEvent.class,
          ProcessUseEvent.class,
          ProgressEvent.class,
          RemedyEvent.class,
          ReservationEvent.class,
          ThreadCpuEvent.class,
          ThreadSampleEvent.class,
          WindowWorkEvent.class);

  @Test
  void fieldsHaveTheNamesOfTheProtocol() throws IllegalAccessException {
    Set<String> named = new TreeSet<>();
    for (Field constant : EventField.class.getFields()) {
      named.add((String) constant.get(null));
    }
    Set<String> present = new TreeSet<>();
    for (Class<? extends Event> event : EVENTS) {
      Arrays.stream(event.getDeclaredFields())
          .filter(field -> Modifier.isPublic(field.getModifiers()))
          .map(Field::getName)
          .forEach(present::add);
    }
    assertThat(present).isEqualTo(named);
  }
}
