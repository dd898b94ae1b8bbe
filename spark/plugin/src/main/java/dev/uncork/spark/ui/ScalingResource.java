package dev.uncork.spark.ui;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.spark.base.Log;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.util.kvstore.KVStore;
import org.jspecify.annotations.Nullable;

/**
 * The tab's content in Spark's REST API: {@code /api/v1/applications/ID/scaling}, and below it
 * {@code executors}, {@code locks}, {@code stages}, {@code shuffles} and {@code remedies}, under
 * the same access control as the rest of the API.
 */
final class ScalingResource extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final transient KVStore store;

  private ScalingResource(KVStore store) {
    this.store = store;
  }

  static void attach(SparkUI ui, String application) {
    ui.attachHandler(
        "/api/v1/applications/" + application + "/scaling",
        new ScalingResource(ui.store().store()),
        "/*");
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getPathInfo();
    String part = path == null ? "" : path.replaceAll("^/|/$", "");
    try {
      Object answer = part(ApplicationScaling.read(store), part);
      if (answer == null) {
        response.sendError(
            HttpServletResponse.SC_NOT_FOUND,
            "unknown: " + part + "; expected executors, locks, stages, shuffles or remedies");
        return;
      }
      response.setContentType("application/json;charset=utf-8");
      response.setHeader("Cache-Control", "no-cache, no-store, must-revalidate");
      response.getOutputStream().write(JSON.writeValueAsBytes(answer));
    } catch (IOException e) {
      throw e; // the reader has gone
    } catch (Exception e) {
      Log.failed("the JSON of the tab Scaling can't be made", e);
      response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, Log.reason(e));
    }
  }

  private static @Nullable Object part(ApplicationScaling all, String name) {
    return switch (name) {
      case "" -> all;
      case "executors" -> all.executors();
      case "locks" -> all.locks();
      case "stages" -> all.stages();
      case "shuffles" -> all.shuffles();
      case "remedies" -> all.remedies();
      default -> null;
    };
  }
}
