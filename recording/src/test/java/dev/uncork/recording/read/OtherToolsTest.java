package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.Attribute;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** A recording opens in JDK Mission Control and in the JDK's own {@code jfr}. */
class OtherToolsTest {
  @TempDir Path dir;

  @Test
  void missionControlSeesEventsAndUnits() throws Exception {
    Path file = SampleRecording.write(dir.resolve("a.jfr"));

    IItemCollection events = JfrLoaderToolkit.loadEvents(file.toFile());

    IItemCollection locks = events.apply(ItemFilters.type("uncork.ContendedLock"));
    assertThat(locks.hasItems()).isTrue();
    IAttribute<IQuantity> blockedTime =
        Attribute.attr("waitTime", "Total Acquire Time", UnitLookup.TIMESPAN);
    for (IItemIterable iterable : locks) {
      IType<IItem> type = iterable.getType();
      assertThat(type.getName()).isEqualTo("Contended Lock");
      IMemberAccessor<IQuantity, IItem> accessor = blockedTime.getAccessor(type);
      for (IItem item : iterable) {
        assertThat(accessor.getMember(item).longValueIn(UnitLookup.NANOSECOND))
            .isEqualTo(5_000_000);
      }
    }
  }

  @Test
  void theJdkToolPrintsThem() throws IOException, InterruptedException {
    Path file = SampleRecording.write(dir.resolve("a.jfr"));

    String printed = jfr("print", "--events", "uncork.*", file.toString());
    String summary = jfr("summary", file.toString());

    assertThat(printed)
        .contains("uncork.ContendedLock {")
        .contains("waitTime = 5.00 ms")
        .contains("lockClass = \"com.acme.Counter\"");
    assertThat(summary).contains("uncork.LockStack");
  }

  private static String jfr(String... args) throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jfr").toString());
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
