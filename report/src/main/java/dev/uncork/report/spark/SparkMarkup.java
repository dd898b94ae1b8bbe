package dev.uncork.report.spark;

import java.util.List;
import java.util.Locale;

/** Text as markup, and tables that Spark's UI and our own page both show well. */
final class SparkMarkup {
  private SparkMarkup() {}

  /** Text, with nothing in it that would be taken for markup. */
  static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  static void heading(StringBuilder html, String text) {
    html.append("<h4>").append(text(text)).append("</h4>\n");
  }

  /** Begins a table; columns that begin with a blank hold numbers. */
  static void table(StringBuilder html, String id, List<String> columns) {
    html.append("<div class=\"table-responsive\"><table id=\"")
        .append(id)
        .append("\" class=\"table table-sm table-striped uncork-table\"><thead><tr>");
    for (String column : columns) {
      html.append(column.startsWith(" ") ? "<th class=\"uncork-number\">" : "<th>")
          .append(text(column.strip()))
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
