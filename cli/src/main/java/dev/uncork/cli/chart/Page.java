package dev.uncork.cli.chart;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A result as one HTML file that needs no network: pictures inlined, tables, remarks. */
public final class Page {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>%1$s</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
      figure { margin: 1rem 0 }
      svg { max-width: 100%%; height: auto }
      table { border-collapse: collapse }
      th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #ccc }
      th { font-weight: 600 }
      code { overflow-wrap: anywhere }
      .remark { border-left: 4px solid #c60; padding-left: .8rem }
      </style>
      </head>
      <body>
      <h1>%2$s</h1>
      """;

  private final StringBuilder html = new StringBuilder();

  public Page(String title, String heading) {
    html.append(String.format(HEAD, escaped(title), escaped(heading)));
  }

  /** The command line that made the page. */
  public Page command(List<String> words) {
    html.append("<p><code>").append(escaped(String.join(" ", words))).append("</code></p>\n");
    return this;
  }

  public Page heading(String text) {
    html.append("<h2>").append(escaped(text)).append("</h2>\n");
    return this;
  }

  public Page paragraph(String text) {
    html.append("<p>").append(escaped(text)).append("</p>\n");
    return this;
  }

  /** Something that the reader must know to judge the figures. */
  public Page remark(String text) {
    html.append("<p class=\"remark\">").append(escaped(text)).append("</p>\n");
    return this;
  }

  public Page picture(LineChart chart) throws IOException {
    html.append("<figure>").append(chart.svgElement()).append("</figure>\n");
    return this;
  }

  public Page list(List<String> items) {
    html.append("<ul>\n");
    items.forEach(item -> html.append("<li>").append(escaped(item)).append("</li>\n"));
    html.append("</ul>\n");
    return this;
  }

  /** A table with a line of headings. */
  public Page table(List<String> headings, List<List<String>> rows) {
    html.append("<table>\n");
    row("th", headings);
    rows.forEach(row -> row("td", row));
    html.append("</table>\n");
    return this;
  }

  private void row(String element, List<String> cells) {
    html.append("<tr>");
    for (String cell : cells) {
      html.append('<').append(element).append('>').append(escaped(cell));
      html.append("</").append(element).append('>');
    }
    html.append("</tr>\n");
  }

  /** Ends the page and writes it. */
  public void write(OutputStream to) throws IOException {
    to.write((html + "</body>\n</html>\n").getBytes(StandardCharsets.UTF_8));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
