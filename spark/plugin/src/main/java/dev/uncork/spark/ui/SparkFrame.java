package dev.uncork.spark.ui;

import dev.uncork.spark.base.Log;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils;
import scala.Function0;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/**
 * Spark's frame around a page. Its method has one parameter more from Spark 4.3 on, so it is looked
 * up by name, and what we don't give gets the default value that Scala compiled beside it.
 */
final class SparkFrame {
  private static final String METHOD = "headerSparkPage";
  private static final int GIVEN = 4;

  private SparkFrame() {}

  /** The page with the frame; without it on a Spark that has another one. */
  @SuppressWarnings("unchecked")
  static Seq<Node> around(HttpServletRequest request, SparkUITab tab, Seq<Node> content) {
    Function0<Seq<Node>> lazyContent = () -> content;
    Object[] given = {request, "Scaling", lazyContent, tab};
    try {
      for (Method method : UIUtils.class.getMethods()) {
        if (method.getName().equals(METHOD) && method.getParameterCount() >= GIVEN) {
          Object[] arguments = new Object[method.getParameterCount()];
          System.arraycopy(given, 0, arguments, 0, GIVEN);
          for (int i = GIVEN; i < arguments.length; i++) {
            arguments[i] = UIUtils.class.getMethod(METHOD + "$default$" + (i + 1)).invoke(null);
          }
          return (Seq<Node>) method.invoke(null, arguments);
        }
      }
      Log.failed(
          "this Spark has no UIUtils."
              + METHOD
              + "; the Scaling tab is shown without Spark's frame");
    } catch (ReflectiveOperationException | RuntimeException e) {
      Log.failed("the Scaling tab is shown without Spark's frame", e);
    }
    return content;
  }
}
