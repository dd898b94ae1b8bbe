package dev.uncork.report.html;

import dev.uncork.report.markup.Markup;
import dev.uncork.report.spark.SparkHtml;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.model.Application;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** An application of Spark's as one HTML file without scripts. */
public final class SparkPage {
  private SparkPage() {}

  /**
   * Writes the page.
   *
   * @param remarks what the reader must know to judge it, such as that the log was cut off
   */
  public static void write(SparkDiagnosis diagnosis, List<String> remarks, OutputStream to)
      throws IOException {
    Application application = diagnosis.application();
    StringBuilder body = new StringBuilder("<h1>");
    body.append(Markup.text(application.identity().name())).append("</h1>\n<p>");
    body.append(Markup.text(application.identity().id()));
    if (!application.identity().sparkVersion().isEmpty()) {
      body.append(", Spark ").append(Markup.text(application.identity().sparkVersion()));
    }
    body.append("</p>\n");
    for (String remark : remarks) {
      body.append("<p class=\"remark\">").append(Markup.text(remark)).append("</p>\n");
    }
    body.append(SparkHtml.of(diagnosis, false));
    List<String> styles = List.of(Assets.text("plain.css"), SparkHtml.STYLE);
    to.write(
        PageFrame.of(
            "uncork report " + application.identity().id(), styles, List.of(), body.toString()));
  }
}
