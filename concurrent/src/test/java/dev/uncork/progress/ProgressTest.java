package dev.uncork.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** A progress counts exactly and is found by its MBean. */
final class ProgressTest {
  @Test
  void countsOfAllThreadsAreFoundByName() throws Exception {
    Progress progress = Progress.of("orders: a, \"b\" = c*");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int n = 0; n < 10_000; n++) {
                  progress.add(2);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    ObjectName name =
        new ObjectName(
            "dev.uncork:type=Progress,name=" + ObjectName.quote("orders: a, \"b\" = c*"));
    assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Count"))
        .isEqualTo(80_000L);
  }

  @Test
  void sameNameIsTheSameCounter() {
    assertThat(Progress.of("same")).isSameAs(Progress.of("same"));
  }
}
