package dev.uncork.report.spark;

import dev.uncork.report.markup.Markup;
import java.util.List;
import java.util.Locale;

/** Tables and headings that Spark's UI and our own page both show well. */
final class SparkMarkup {
  private SparkMarkup() {}

  static void heading(StringBuilder html, String text) {
    html.append("<h4>").append(Markup.text(text)).append("</h4>\n");
  }

  /** Begins a table; columns that begin with a blank hold numbers. */
  static void table(StringBuilder html, String id, List<String> columns) {
    html.append("<div class=\"table-responsive\"><table id=\"")
        .append(id)
        .append("\" class=\"table table-sm table-striped uncork-table\"><thead><tr>");
    for (String column : columns) {
      html.append(column.startsWith(" ") ? "<th class=\"uncork-number\">" : "<th>")
          .append(Markup.text(column.strip()))
          .append("</th>");
    }
    html.append("</tr></thead><tbody>\n");
  }

  /** A row of markup; cells that begin with a blank hold numbers. */
  static void row(StringBuilder html, List<String> cells) {
    html.append("<tr>");
    for (String cell : cells) {
      html.append(cell.startsWith(" ") ? "<td class=\"uncork-number\">" : "<td>")
          .append(cell.strip())
          .append("</td>");
    }
    html.append("</tr>\n");
  }

  static void endTable(StringBuilder html) {
    html.append("</tbody></table></div>\n");
  }

  static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
