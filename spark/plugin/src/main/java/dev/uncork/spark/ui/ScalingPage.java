package dev.uncork.spark.ui;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.spark.base.Log;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.WebUIPage;
import org.apache.spark.util.kvstore.KVStore;
import org.json4s.JValue;
import org.json4s.jackson.JsonMethods$;
import scala.collection.immutable.Seq;
import scala.xml.Node;
import scala.xml.Unparsed;

/** The tab's one page; Spark serves its JSON beside it, under the same access control. */
final class ScalingPage extends WebUIPage {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SparkUITab tab;
  private final KVStore store;

  ScalingPage(SparkUITab tab, KVStore store) {
    super("");
    this.tab = tab;
    this.store = store;
  }

  @Override
  public Seq<Node> render(HttpServletRequest request) {
    String content = content();
    return SparkFrame.around(request, tab, new Unparsed(content));
  }

  private String content() {
    try {
      return new ScalingHtml(ApplicationScaling.read(store)).html();
    } catch (Exception e) {
      Log.failed("the tab Scaling can't be shown", e);
      return "<p>This can't be shown: " + Html.text(Log.reason(e)) + "</p>";
    }
  }

  @Override
  public JValue renderJson(HttpServletRequest request) {
    try {
      return JsonMethods$.MODULE$.fromJsonNode(JSON.valueToTree(ApplicationScaling.read(store)));
    } catch (Exception e) {
      Log.failed("the JSON of the tab Scaling can't be made", e);
      return super.renderJson(request);
    }
  }
}
