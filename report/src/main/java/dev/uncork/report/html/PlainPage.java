package dev.uncork.report.html;

import dev.uncork.report.chart.LineChart;
import dev.uncork.report.markup.Markup;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A result as one HTML file without scripts: pictures inlined, tables, remarks. */
final class PlainPage {
  private static final String STYLE = "plain.css";

  private final String title;
  private final StringBuilder html = new StringBuilder();

  PlainPage(String title, String heading) {
    this.title = title;
    html.append("<h1>").append(Markup.text(heading)).append("</h1>\n");
  }

  /** The command line that made the page. */
  PlainPage command(List<String> words) {
    html.append("<p><code>").append(Markup.text(String.join(" ", words))).append("</code></p>\n");
    return this;
  }

  PlainPage heading(String text) {
    html.append("<h2>").append(Markup.text(text)).append("</h2>\n");
    return this;
  }

  PlainPage paragraph(String text) {
    html.append("<p>").append(Markup.text(text)).append("</p>\n");
    return this;
  }

  /** Something that the reader must know to judge the figures. */
  PlainPage remark(String text) {
    html.append("<p class=\"remark\">").append(Markup.text(text)).append("</p>\n");
    return this;
  }

  PlainPage picture(LineChart chart) throws IOException {
    html.append("<figure>").append(chart.svgElement()).append("</figure>\n");
    return this;
  }

  PlainPage list(List<String> items) {
    html.append("<ul>\n");
    items.forEach(item -> html.append("<li>").append(Markup.text(item)).append("</li>\n"));
    html.append("</ul>\n");
    return this;
  }

  /** A table with a line of headings. */
  PlainPage table(List<String> headings, List<List<String>> rows) {
    html.append("<table>\n");
    row("th", headings);
    rows.forEach(row -> row("td", row));
    html.append("</table>\n");
    return this;
  }

  private void row(String element, List<String> cells) {
    html.append("<tr>");
    for (String cell : cells) {
      html.append('<').append(element).append('>').append(Markup.text(cell));
      html.append("</").append(element).append('>');
    }
    html.append("</tr>\n");
  }

  /** Ends the page and writes it. */
  void write(OutputStream to) throws IOException {
    to.write(PageFrame.of(title, List.of(Assets.text(STYLE)), List.of(), html.toString()));
  }
}
