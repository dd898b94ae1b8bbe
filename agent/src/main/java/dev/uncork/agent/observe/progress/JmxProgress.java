package dev.uncork.agent.observe.progress;

import dev.uncork.protocol.progress.ProgressOrigin;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Progress from MBeans: the attribute that the user named, and the counters of {@code
 * dev.uncork.progress.Progress}, which are found whichever class loader holds them.
 *
 * <p>An MBean server is used where the application made one, never created: creating one early
 * changes how some servers start.
 */
public final class JmxProgress implements ProgressSource {
  private static final String API = "dev.uncork:type=Progress,*";

  private final @Nullable String objectName;
  private final @Nullable String attribute;
  private final Consumer<String> warn;
  private final Map<String, CountRate> rates = new HashMap<>();

  /**
   * Polls nothing yet.
   *
   * @param named {@code objectName/attribute}, or null for the API's counters only
   */
  public JmxProgress(@Nullable String named, Consumer<String> warn) {
    int slash = named == null ? -1 : named.lastIndexOf('/');
    if (named != null && slash <= 0) {
      warn.accept(
          "progress: '" + named + "' is not objectName/attribute, as in com.acme:type=Orders/Done");
    }
    this.objectName = named == null || slash <= 0 ? null : named.substring(0, slash);
    this.attribute = named == null || slash <= 0 ? null : named.substring(slash + 1);
    this.warn = warn;
  }

  @Override
  public void poll() {
    try {
      for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
        pollNamed(server);
        pollApi(server);
      }
    } catch (JMException | RuntimeException | LinkageError e) {
      warn.accept("progress: " + e);
    }
  }

  /** The count that the user named, else the sum of the API's; negative where there is none. */
  public long count() {
    long count = -1;
    try {
      for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
        count = Math.max(count, countOf(server));
      }
    } catch (JMException | RuntimeException | LinkageError e) {
      return -1; // The next poll says why.
    }
    return count;
  }

  private long countOf(MBeanServer server) throws JMException {
    if (objectName != null && attribute != null) {
      ObjectName name = new ObjectName(objectName);
      return server.isRegistered(name) && server.getAttribute(name, attribute) instanceof Number n
          ? n.longValue()
          : -1;
    }
    long sum = -1;
    for (ObjectName name : server.queryNames(new ObjectName(API), null)) {
      if (server.getAttribute(name, "Count") instanceof Number number) {
        sum = Math.max(0, sum) + number.longValue();
      }
    }
    return sum;
  }

  private void pollNamed(MBeanServer server) throws JMException {
    if (objectName == null || attribute == null) {
      return;
    }
    ObjectName name = new ObjectName(objectName);
    if (!server.isRegistered(name)) {
      return;
    }
    Object value = server.getAttribute(name, attribute);
    if (value instanceof Number) {
      reading(ProgressOrigin.JMX, objectName, ((Number) value).longValue());
    } else {
      warn.accept("progress: " + objectName + "/" + attribute + " is no number but " + value);
    }
  }

  private void pollApi(MBeanServer server) throws JMException {
    for (ObjectName name : server.queryNames(new ObjectName(API), null)) {
      Object value = server.getAttribute(name, "Count");
      if (value instanceof Number) {
        reading(ProgressOrigin.API, name.toString(), ((Number) value).longValue());
      }
    }
  }

  private void reading(ProgressOrigin source, String key, long count) {
    rates.computeIfAbsent(key, k -> new CountRate(source)).reading(count, System.nanoTime());
  }
}
