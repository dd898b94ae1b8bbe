package dev.uncork.agent.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.CodeAccess;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeadBranchesTest {
  /** Stores to one field or the other, as a switch says. */
  @SuppressWarnings("unused")
  static final class Switched {
    static final boolean PADDED = Boolean.getBoolean("never.set");
    static boolean later = Boolean.getBoolean("never.set");
    static volatile int near;
    static volatile int far;

    private Switched() {}

    static void either() {
      if (PADDED) {
        far = 1;
      } else {
        near = 1;
      }
    }

    static void unless() {
      if (!PADDED) {
        near = 1;
        return;
      }
      far = 1;
    }

    static void polls(Queue<String> queue) {
      do {
        if (PADDED) {
          changing();
        }
      } while (queue.poll() == null);
    }

    static void changing() {
      if (later) {
        far = 1;
      } else {
        near = 1;
      }
    }
  }

  @Test
  void whatAFinalSwitchRulesOutIsNotFound() throws IOException {
    assertThat(targets("either", true)).containsExactly("DeadBranchesTest.Switched.near");
    assertThat(targets("unless", true)).containsExactly("DeadBranchesTest.Switched.near");
  }

  @Test
  void aLoopThatDoesNothingElseWaits() throws IOException {
    assertThat(found("polls", true))
        .extracting(SharedAccess::access)
        .containsExactly(CodeAccess.POLLING_LOOP);
    assertThat(found("polls", false)).isEmpty();
  }

  @Test
  void aSwitchThatMayChangeRulesNothingOut() throws IOException {
    assertThat(targets("changing", true)).hasSize(2);
  }

  @Test
  void aClassThatIsNotInitializedTellsNothing() throws IOException {
    assertThat(targets("either", false)).hasSize(2);
  }

  private static @Nullable Boolean constant(Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      return Modifier.isFinal(field.getModifiers()) ? field.getBoolean(null) : null;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> targets(String name, boolean initialized) throws IOException {
    return found(name, initialized).stream().map(SharedAccess::target).toList();
  }

  private static List<SharedAccess> found(String name, boolean initialized) throws IOException {
    DeadBranches branches =
        new DeadBranches(
            DeadBranchesTest::load, (owner, field) -> initialized ? constant(owner, field) : null);
    String file = Switched.class.getName().replace('.', '/') + ".class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
      ClassFileCode type = new ClassFileCode(in.readAllBytes(), branches::cut);
      return AccessScan.of(type, type.methods(name).get(0), asked -> null);
    }
  }

  private static @Nullable Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
