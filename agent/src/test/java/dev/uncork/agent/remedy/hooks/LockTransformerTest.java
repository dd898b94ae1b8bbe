package dev.uncork.agent.remedy.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.jvm.HookAccess;
import dev.uncork.rewriting.selection.ClassSelection;
import dev.uncork.testsupport.UnhookableClass;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of classes that are loaded while the transformer gets ready. */
class LockTransformerTest {
  private static final String VECTOR = "java/util/Vector";
  private static final String READER = "java/io/Reader";

  private static final Reserving EVERYTHING =
      new Reserving() {
        @Override
        public boolean wants(String internalName, boolean ofJdk) {
          return ClassSelection.of("*").contains(internalName, ofJdk);
        }
      };

  private final List<String> unhooked = new ArrayList<>();

  private final LockTransformer transformer =
      new LockTransformer(
          EVERYTHING,
          null,
          new HookAccess(unused()),
          new HookUser() {
            @Override
            public void unhooked(String reason) {
              unhooked.add(reason);
            }
          });

  private static Instrumentation unused() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            LockTransformerTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              throw new AssertionError(method + " was called");
            });
  }

  private byte[] transformed(String name) throws IOException {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      byte[] bytes = in.readAllBytes();
      byte[] result =
          transformer.transform(Object.class.getModule(), null, name, null, null, bytes);
      return result == null ? bytes : result;
    }
  }

  private static boolean reservable(byte[] classFile) {
    return names(classFile, "dev/uncork/boot/reserve/Reservable");
  }

  private static boolean hooked(byte[] classFile) {
    return names(classFile, "dev/uncork/boot/monitor/MonitorHooks");
  }

  private static boolean names(byte[] classFile, String name) {
    return new String(classFile, java.nio.charset.StandardCharsets.ISO_8859_1).contains(name);
  }

  @Test
  void classOfTheJdkKeepsItsMonitorUntilReadyAndIsNotForgotten() throws Exception {
    assertThat(reservable(transformed(VECTOR))).isFalse();
    assertThat(reservable(transformed("java/lang/String"))).isFalse();
    transformer.warmUp();
    assertThat(transformer.missed()).containsExactly(VECTOR);
    assertThat(reservable(transformed(VECTOR))).isTrue();
    assertThat(transformer.missed()).isEmpty();
  }

  @Test
  void classOfTheJdkThatLocksWhatItIsGivenStaysAsItIsUntilItMatters() throws Exception {
    transformer.warmUp();
    assertThat(hooked(transformed(READER))).isFalse();
    transformer.hookJdk();
    assertThat(transformer.missed()).containsExactly(READER);
    assertThat(hooked(transformed(READER))).isTrue();
    assertThat(transformer.missed()).isEmpty();
  }

  @Test
  void classRewrittenBeforeTheStartStaysAsItIs() throws Exception {
    transformer.warmUp();
    byte[] rewritten = transformed(VECTOR);
    assertThat(transformer.transform(Object.class.getModule(), null, VECTOR, null, null, rewritten))
        .isNull();
  }

  @Test
  void classThatCannotBeHookedIsTold() {
    transformer.warmUp();
    byte[] file = UnhookableClass.file();
    assertThat(
            transformer.transform(
                getClass().getModule(),
                new ClassLoader() {},
                UnhookableClass.NAME.replace('.', '/'),
                null,
                null,
                file))
        .isNull();
    assertThat(unhooked)
        .singleElement()
        .asString()
        .startsWith(UnhookableClass.NAME + " may lock any object and can't be hooked: ")
        .contains("Method too large");
  }
}
