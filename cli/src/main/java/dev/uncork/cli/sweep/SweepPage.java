package dev.uncork.cli.sweep;

import dev.uncork.scaling.law.MedianInterval;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A sweep's result as one HTML file that needs no network: the picture inlined, and the table. */
final class SweepPage {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>uncork sweep</title>
      <style>
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
      svg { max-width: 100%; height: auto }
      table { border-collapse: collapse }
      th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #ccc }
      code { overflow-wrap: anywhere }
      .noise { border-left: 4px solid #c60; padding-left: .8rem }
      </style>
      </head>
      <body>
      <h1>Throughput against threads</h1>
      """;

  private SweepPage() {}

  static void write(SweepResult result, List<String> command, boolean complete, OutputStream to)
      throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("<p><code>").append(escaped(String.join(" ", command))).append("</code></p>\n");
    if (!complete) {
      page.append("<p class=\"noise\">The sweep was stopped before its end.</p>\n");
    }
    result
        .noise()
        .forEach(r -> page.append("<p class=\"noise\">").append(escaped(r)).append("</p>\n"));
    page.append("<figure>").append(svg(result)).append("</figure>\n");
    result.series().forEach(series -> append(page, series, result.unit()));
    page.append("</body>\n</html>\n");
    to.write(page.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String svg(SweepResult result) throws IOException {
    ByteArrayOutputStream svg = new ByteArrayOutputStream();
    CurveChart.writeSvg(result, svg);
    String text = svg.toString(StandardCharsets.UTF_8);
    return text.substring(text.indexOf("<svg"));
  }

  private static void append(StringBuilder page, SweepResult.Series series, String unit) {
    page.append("<h2>").append(escaped(series.name().isEmpty() ? "Points" : series.name()));
    page.append("</h2>\n<table>\n<tr><th>workers<th>median, ").append(escaped(unit));
    page.append("<th>interval<th>confidence<th>runs<th>failed</tr>\n");
    for (SweepResult.CurvePoint point : series.points()) {
      page.append("<tr><td>").append(point.point().workers());
      if (point.throughput().isPresent()) {
        MedianInterval interval = point.throughput().get();
        page.append("<td>").append(Units.threeDigits(interval.median()));
        page.append("<td>").append(Units.threeDigits(interval.low())).append(" to ");
        page.append(Units.threeDigits(interval.high()));
        page.append("<td>").append(String.format("%.1f %%", interval.confidence() * 100));
      } else {
        page.append("<td>–<td>–<td>–");
      }
      page.append("<td>").append(point.counted()).append("<td>").append(point.failed());
      page.append("</tr>\n");
    }
    page.append("</table>\n");
    if (!series.laws().isEmpty()) {
      page.append(
          "<p>Fitted laws, a description of what was measured, not a prediction:</p>\n<ul>");
      series
          .laws()
          .forEach(
              l -> page.append("<li>").append(escaped(TerminalCurve.describe(l))).append('\n'));
      page.append("</ul>\n");
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
