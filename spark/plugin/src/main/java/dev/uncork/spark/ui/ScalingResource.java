package dev.uncork.spark.ui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.spark.base.Log;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.apache.spark.ui.SparkUI;

/**
 * The tab's content in Spark's REST API: {@code /api/v1/applications/ID/scaling}, and below it
 * {@code executors}, {@code locks}, {@code stages}, {@code shuffles}, {@code remedies} and {@code
 * ledger}, under the same access control as the rest of the API.
 */
final class ScalingResource extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final List<String> PARTS =
      List.of("executors", "locks", "stages", "shuffles", "remedies", ScalingContent.LEDGER);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final transient ScalingContent content;

  private ScalingResource(ScalingContent content) {
    this.content = content;
  }

  /** Attaches it, and returns its path. */
  static String attach(SparkUI ui, String application, ScalingContent content) {
    String path = "/api/v1/applications/" + application + "/scaling";
    ui.attachHandler(path, new ScalingResource(content), "/*");
    return path;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getPathInfo();
    String part = path == null ? "" : path.replaceAll("^/|/$", "");
    try {
      JsonNode answer =
          part.isEmpty() ? content.json() : PARTS.contains(part) ? content.json(part) : null;
      if (answer == null) {
        response.sendError(
            HttpServletResponse.SC_NOT_FOUND,
            "unknown: " + part + "; expected " + String.join(", ", PARTS));
        return;
      }
      response.setContentType("application/json;charset=utf-8");
      response.setHeader("Cache-Control", "no-cache, no-store, must-revalidate");
      response.getOutputStream().write(JSON.writeValueAsBytes(answer));
    } catch (IOException e) {
      throw e; // the reader has gone
    } catch (Exception e) {
      Log.failed("the JSON of the Scaling tab can't be made", e);
      response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR, Log.reason(e));
    }
  }
}
