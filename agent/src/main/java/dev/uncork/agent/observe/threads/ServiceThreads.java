package dev.uncork.agent.observe.threads;

import dev.uncork.protocol.thread.ServiceThreadName;
import java.util.Set;

/**
 * Tells the threads by which the JVM, JFR and Uncork serve a program from those that run it.
 *
 * <p>By name and group: libraries of the JDK run code of the application on threads of the system's
 * group, too, such as those of RMI.
 */
final class ServiceThreads {
  private static final String OWN = "uncork-";
  private static final String RECORDING = "JFR ";

  /** Threads of the JDK's, besides those that {@link ServiceThreadName} knows. */
  private static final Set<String> OF_VIRTUAL_THREADS =
      Set.of("VirtualThread-unparker", "Read-Poller", "Write-Poller", "Master-Poller");

  private ServiceThreads() {}

  /** Whether a thread is one of them, or has ended. */
  static boolean isOne(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    if (group == null) {
      return true;
    }
    String name = thread.getName();
    if (name.startsWith(OWN) || name.startsWith(RECORDING) || name.equals("DestroyJavaVM")) {
      return true;
    }
    return isOfSystem(thread, group)
        && (ServiceThreadName.serves(name) || OF_VIRTUAL_THREADS.contains(name));
  }

  private static boolean isOfSystem(Thread thread, ThreadGroup group) {
    return group.getParent() == null
        || thread.getClass().getName().equals("jdk.internal.misc.InnocuousThread");
  }
}
