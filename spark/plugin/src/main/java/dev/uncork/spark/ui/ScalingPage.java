package dev.uncork.spark.ui;

import dev.uncork.report.markup.Markup;
import dev.uncork.spark.base.Log;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils;
import org.apache.spark.ui.WebUIPage;
import org.json4s.JValue;
import org.json4s.jackson.JsonMethods$;
import scala.collection.immutable.Seq;
import scala.xml.Node;
import scala.xml.Unparsed;

/** The tab's one page; Spark serves its JSON beside it, under the same access control. */
final class ScalingPage extends WebUIPage {
  private final SparkUITab tab;
  private final ScalingContent content;

  ScalingPage(SparkUITab tab, ScalingContent content) {
    super("");
    this.tab = tab;
    this.content = content;
  }

  @Override
  public Seq<Node> render(HttpServletRequest request) {
    return SparkFrame.around(request, tab, new Unparsed(html(request)));
  }

  private String html(HttpServletRequest request) {
    try {
      // Where the page has no slash behind it, a relative path would lead elsewhere.
      String stages = UIUtils.prependBaseUri(request, tab.basePath(), "/stages/");
      return content.html().replace("href=\"../stages/", "href=\"" + Markup.text(stages));
    } catch (Exception e) {
      Log.failed("the Scaling tab can't be shown", e);
      return "<p>This can't be shown: " + Markup.text(Log.reason(e)) + "</p>";
    }
  }

  @Override
  public JValue renderJson(HttpServletRequest request) {
    try {
      return JsonMethods$.MODULE$.fromJsonNode(content.json());
    } catch (Exception e) {
      Log.failed("the JSON of the Scaling tab can't be made", e);
      return super.renderJson(request);
    }
  }
}
