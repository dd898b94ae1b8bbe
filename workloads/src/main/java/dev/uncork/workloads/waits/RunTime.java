package dev.uncork.workloads.waits;

import static dev.uncork.workloads.waits.Acts.beside;
import static dev.uncork.workloads.waits.Acts.either;
import static dev.uncork.workloads.waits.Acts.pause;
import static dev.uncork.workloads.waits.Acts.start;
import static dev.uncork.workloads.waits.Acts.work;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Programs that ask much of the JVM beside their work: to stop all threads, to make classes. */
final class RunTime {
  private RunTime() {}

  /** What is made into a new class again and again. */
  static final class Template {
    private Template() {}
  }

  private static void crunch() {
    start(Runtime.getRuntime().availableProcessors(), "cruncher-", () -> work(5));
    beside(200, "session-", LockSupport::park);
  }

  /** Somebody watches over all threads, too closely. */
  static void threadDumps() {
    crunch();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    beside(either(1, 0), "watcher", () -> threads.dumpAllThreads(true, true));
  }

  /** Somebody watches, once a second. */
  static void calmWatcher() {
    crunch();
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    beside(
        1,
        "watcher",
        () -> {
          pause(1_000);
          threads.dumpAllThreads(true, true);
        });
  }

  /** Somebody counts what is on the heap. */
  static void histograms() throws Exception {
    crunch();
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
    String[] all = {"-all"};
    beside(
        either(1, 0),
        "counter",
        () ->
            server.invoke(
                commands,
                "gcClassHistogram",
                new Object[] {all},
                new String[] {String[].class.getName()}));
  }

  /** Each request makes a class of its own. */
  static void classPerRequest() throws IOException {
    byte[] template = template();
    start(3, "request-", () -> define(template));
  }

  /** Classes are made once. */
  static void classesAtTheStart() throws Exception {
    byte[] template = template();
    for (int i = 0; i < 200; i++) {
      define(template);
    }
    start(Runtime.getRuntime().availableProcessors(), "cruncher-", () -> work(5));
  }

  private static void define(byte[] template) throws IllegalAccessException {
    MethodHandles.lookup().defineHiddenClass(template, true);
  }

  private static byte[] template() throws IOException {
    try (InputStream in = RunTime.class.getResourceAsStream("RunTime$Template.class")) {
      if (in == null) {
        throw new IOException("RunTime$Template.class is missing beside RunTime.class");
      }
      return in.readAllBytes();
    }
  }
}
