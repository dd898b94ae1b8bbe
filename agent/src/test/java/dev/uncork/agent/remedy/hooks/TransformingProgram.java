package dev.uncork.agent.remedy.hooks;

import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.agent.remedy.reserve.ReserveRemedy;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Offers class files to the transformer as the JVM would, and says when: so that the JVM's own log,
 * in the same output, shows what is initialized meanwhile.
 */
public final class TransformingProgram {
  static final String BEGIN = "begin";
  static final String END = "end";

  private static final String CLASS = ".class";

  private final List<ClassFileTransformer> transformers = new ArrayList<>();
  private final Instrumentation instrumentation =
      (Instrumentation)
          Proxy.newProxyInstance(
              TransformingProgram.class.getClassLoader(),
              new Class<?>[] {Instrumentation.class},
              (proxy, method, values) -> {
                if (method.getName().equals("addTransformer")) {
                  transformers.add((ClassFileTransformer) values[0]);
                }
                return method.getReturnType() == Class[].class ? new Class<?>[0] : null;
              });

  private TransformingProgram() {}

  /** Argument: whether the transformer is ready when it is offered the classes. */
  public static void main(String[] arguments) throws Exception {
    new TransformingProgram().run(Boolean.parseBoolean(arguments[0]));
  }

  private void run(boolean ready) throws Exception {
    Map<String, byte[]> files = ofJdk();
    AgentOptions options =
        AgentOptions.forRun(Path.of("session"), Path.of("lib"))
            .with(AgentOption.EARLY, true)
            .with(AgentOption.RESERVE, String.join(";", files.keySet()).replace('/', '.'));
    RemedySite site =
        new RemedySite(instrumentation, options, (name, why) -> {}, line -> {}, why -> {});
    LockHooks hooks = new LockHooks(site);
    new ReserveRemedy(site, hooks).start();
    if (ready) {
      hooks.warmUp();
      hooks.hook();
    }
    System.out.println(BEGIN);
    int changed = 0;
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      for (ClassFileTransformer transformer : transformers) {
        byte[] now =
            transformer.transform(
                Object.class.getModule(), null, file.getKey(), null, null, file.getValue());
        changed += now == null ? 0 : 1;
      }
    }
    System.out.println(END);
    System.out.println(changed);
  }

  /** All classes of java.base, by internal name. */
  private static Map<String, byte[]> ofJdk() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    try (Stream<Path> all = Files.walk(base)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        String name = base.relativize(file).toString();
        if (name.endsWith(CLASS) && !name.startsWith("module-info")) {
          files.put(name.substring(0, name.length() - CLASS.length()), Files.readAllBytes(file));
        }
      }
    }
    return files;
  }
}
