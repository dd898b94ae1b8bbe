package dev.uncork.agent.observe.demand;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SectionInstrumentationTest {
  private static final String NAME = Sections.class.getName();

  /** Defines the class again. */
  private static final class Loader extends ClassLoader {
    Class<?> define() throws IOException {
      String file = "/" + NAME.replace('.', '/') + ".class";
      try (InputStream in = Objects.requireNonNull(Sections.class.getResourceAsStream(file))) {
        byte[] code = in.readAllBytes();
        return defineClass(NAME, code, 0, code.length);
      }
    }
  }

  private static int loaded(int copies) throws IOException {
    Class<?>[] all = new Class<?>[copies + 1];
    Arrays.fill(all, String.class);
    for (int i = 0; i < copies; i++) {
      all[i] = new Loader().define();
    }
    Instrumentation instrumentation =
        (Instrumentation)
            Proxy.newProxyInstance(
                SectionInstrumentationTest.class.getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getAllLoadedClasses") ? all : null);
    return new SectionInstrumentation(instrumentation, "Hooks").loaded(Set.of(NAME)).size();
  }

  @Test
  void classesOfSeveralLoadersAreChangedButNotThoseLoadedAgainAndAgain() throws IOException {
    assertThat(loaded(1)).isEqualTo(1);
    assertThat(loaded(5)).isEqualTo(5);
    assertThat(loaded(40)).isEqualTo(0);
  }
}
