package dev.uncork.spark.ui;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;
import org.apache.spark.ui.SparkUI;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Lets what we attach to a UI answer at its path as it is, where Jetty would redirect to the same
 * with a slash behind it. Spark ships Jetty under another name, and newer ones call the method
 * differently, so it is looked up.
 */
final class PlainPath {
  private static final Set<String> METHODS =
      Set.of("setAllowNullPathInfo", "setAllowNullPathInContext");

  private PlainPath() {}

  /** For all that is attached at a path. */
  static void allow(SparkUI ui, String path) throws ReflectiveOperationException {
    Method all = SparkUI.class.getMethod("getHandlers");
    for (Object handler : CollectionConverters.asJava((scala.collection.Seq<?>) all.invoke(ui))) {
      if (path.equals(handler.getClass().getMethod("getContextPath").invoke(handler))) {
        allow(handler);
      }
    }
  }

  private static void allow(Object handler)
      throws IllegalAccessException, InvocationTargetException {
    for (Method method : handler.getClass().getMethods()) {
      if (METHODS.contains(method.getName()) && method.getParameterCount() == 1) {
        method.invoke(handler, true);
        return;
      }
    }
  }
}
