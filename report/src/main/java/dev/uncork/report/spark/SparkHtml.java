package dev.uncork.report.spark;

import dev.uncork.report.markup.Markup;
import dev.uncork.report.words.Amounts;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.finding.SparkAdvice;
import dev.uncork.sparkledger.finding.SparkFinding;
import dev.uncork.sparkledger.ledger.ExecutorUse;
import dev.uncork.sparkledger.ledger.SlotLedger;
import dev.uncork.sparkledger.ledger.SlotRow;
import dev.uncork.sparkledger.ledger.StageUse;
import dev.uncork.sparkledger.model.Stage;
import dev.uncork.sparkledger.price.ExecutorsPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An application as markup without scripts, for the tab in Spark's UI and for our own page: the
 * verdict first, then where slot-time went, stages, executors and the price.
 */
public final class SparkHtml {
  /** What both put into a style sheet; a page's own looks stay as they are. */
  public static final String STYLE =
      """
      .uncork-verdict { font-size: 1.15rem; font-weight: 600; margin: .5rem 0 }
      .uncork-advice { margin: 0 0 1rem; padding-left: 1.2rem }
      .uncork-advice code { overflow-wrap: anywhere }
      .uncork-table th, .uncork-table td { text-align: left; overflow-wrap: break-word }
      .uncork-table td:first-child { white-space: nowrap }
      svg.uncork-bar { display: block; width: 100%; height: 30px }
      svg.uncork-small { display: block; width: 8rem; height: 14px }
      svg.uncork-time { display: block; width: 100%; height: 160px }
      svg.uncork-curve { display: block; width: 100%; max-width: 40rem; height: 120px }
      .uncork-axis { display: flex; justify-content: space-between; font-size: .85rem; opacity: .8 }
      .uncork-curve-axis { max-width: 40rem }
      .uncork-swatch { display: inline-block; width: 14px; height: 14px; vertical-align: -2px }
      .uncork-table th.uncork-number, .uncork-table td.uncork-number
        { text-align: right; white-space: nowrap }
      #uncork-ledger, #uncork-curve-table { width: auto }
      #uncork-ledger td:last-child, #uncork-lost-stages td:nth-child(2) { min-width: 14rem }
      .table-responsive { overflow-x: auto }
      """;

  private static final int MOST_OTHERS = 5;
  private static final int MOST_STAGES = 20;
  private static final int MOST_EXECUTORS = 100;
  private static final int MOST_ROWS = 12;

  private final SparkDiagnosis diagnosis;
  private final boolean linked;
  private final StringBuilder html = new StringBuilder();

  private SparkHtml(SparkDiagnosis diagnosis, boolean linked) {
    this.diagnosis = diagnosis;
    this.linked = linked;
  }

  /**
   * The markup.
   *
   * @param linked whether stages lead to Spark's pages, which are then at {@code ../stages/}
   */
  public static String of(SparkDiagnosis diagnosis, boolean linked) {
    SparkHtml page = new SparkHtml(diagnosis, linked);
    page.verdict();
    page.ledger();
    page.stages();
    page.executors();
    page.price();
    page.others();
    return page.html.toString();
  }

  private void verdict() {
    html.append("<p id=\"uncork-verdict\" class=\"uncork-verdict\" data-kind=\"")
        .append(diagnosis.verdict().kind().label())
        .append("\">")
        .append(Markup.text(SparkFindingWords.verdict(diagnosis)))
        .append("</p>\n");
    if (!diagnosis.application().complete()) {
      html.append(
          "<p id=\"uncork-running\">Up to its last event: the application had not ended then.</p>\n");
    }
    advice(diagnosis.verdict().advice());
  }

  private void advice(List<SparkAdvice> advice) {
    if (advice.isEmpty()) {
      return;
    }
    html.append("<ul class=\"uncork-advice\">");
    for (SparkAdvice each : advice) {
      html.append("<li>");
      if (each instanceof SparkAdvice.Conf conf) {
        html.append("<code>")
            .append(Markup.text(SparkAdviceWords.option(conf)))
            .append("</code>")
            .append(Markup.text(SparkAdviceWords.text(each).substring(option(conf))));
      } else {
        html.append(Markup.text(SparkAdviceWords.text(each)));
      }
      html.append("</li>");
    }
    html.append("</ul>\n");
  }

  private static int option(SparkAdvice.Conf conf) {
    return SparkAdviceWords.option(conf).length();
  }

  private void ledger() {
    SlotLedger ledger = diagnosis.ledger();
    if (ledger.slotSeconds() <= 0) {
      return;
    }
    SparkMarkup.heading(html, SparkLedgerWords.title(diagnosis));
    html.append(SparkCharts.bar(ledger.rows(), ledger.slotSeconds(), "uncork-bar")).append('\n');
    SparkMarkup.table(html, "uncork-ledger", List.of("", " Share", " Slot-time", "Most of it"));
    List<SlotRow> rows =
        ledger.rows().keySet().stream()
            .sorted(Comparator.comparingDouble(ledger::share).reversed())
            .limit(MOST_ROWS)
            .sorted()
            .toList();
    for (SlotRow row : rows) {
      SparkMarkup.row(
          html,
          List.of(
              swatch(row) + Markup.text(SparkLedgerWords.row(row)),
              " " + Markup.text(Amounts.percent(ledger.share(row))),
              " " + SparkFindingWords.seconds(ledger.seconds(row)),
              Markup.text(SparkLedgerWords.parts(row, ledger))));
    }
    SparkMarkup.endTable(html);
    SparkMarkup.heading(html, "Over time");
    double seconds = diagnosis.price().recorded();
    html.append("<div class=\"uncork-axis\"><span>")
        .append(ledger.slots())
        .append(ledger.slots() == 1 ? " slot" : " slots")
        .append("</span></div>")
        .append(SparkCharts.overTime(ledger, seconds))
        .append("<div class=\"uncork-axis\"><span>0 s</span><span>")
        .append(SparkFindingWords.seconds(seconds / 2))
        .append("</span><span>")
        .append(SparkFindingWords.seconds(seconds))
        .append("</span></div>\n");
  }

  private static String swatch(SlotRow row) {
    return "<svg class=\"uncork-swatch\" viewBox=\"0 0 1 1\"><title>"
        + Markup.text(SparkLedgerWords.about(row))
        + "</title><rect width=\"1\" height=\"1\" fill=\""
        + SparkColours.of(row)
        + "\"/></svg> ";
  }

  private void stages() {
    List<StageUse> stages = diagnosis.ledger().stages();
    if (stages.isEmpty()) {
      return;
    }
    SparkMarkup.heading(html, "Stages by lost slot-time");
    if (stages.size() > MOST_STAGES) {
      html.append("<p>The first ")
          .append(MOST_STAGES)
          .append(" of ")
          .append(Amounts.count(stages.size()))
          .append(".</p>\n");
    }
    List<String> columns =
        List.of(
            "Stage", "Name", " Lost", "", " Wall time", " Tasks", " Median", " Longest", " Rows");
    SparkMarkup.table(html, "uncork-lost-stages", columns);
    double most = stages.stream().mapToDouble(SparkHtml::all).max().orElse(1);
    for (StageUse use : stages.subList(0, Math.min(MOST_STAGES, stages.size()))) {
      SparkMarkup.row(
          html,
          List.of(
              link(use.stage().key()),
              Markup.text(SparkPlaces.of(use.stage().callSite())),
              " " + SparkFindingWords.seconds(use.lostSlotSeconds()),
              SparkCharts.bar(use.slotSeconds(), most, "uncork-small"),
              " " + SparkFindingWords.millis(use.stage().span().millis()),
              " " + Amounts.count(use.tasks()),
              " " + SparkFindingWords.millis(use.medianMillis()),
              " " + SparkFindingWords.millis(use.longestMillis()),
              " " + Amounts.count(use.rows())));
    }
    SparkMarkup.endTable(html);
  }

  private static double all(StageUse use) {
    return use.slotSeconds().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private String link(Stage.Key key) {
    String name = key.id() + (key.attempt() == 0 ? "" : " (attempt " + key.attempt() + ")");
    return linked
        ? "<a href=\"../stages/stage/?id="
            + key.id()
            + "&amp;attempt="
            + key.attempt()
            + "\">"
            + name
            + "</a>"
        : name;
  }

  private void executors() {
    List<ExecutorUse> executors = new ArrayList<>(diagnosis.ledger().executors());
    if (executors.isEmpty()) {
      return;
    }
    SparkMarkup.heading(html, "Executors against their slots");
    if (executors.size() > MOST_EXECUTORS) {
      executors.sort(Comparator.comparingDouble(ExecutorUse::busyShare));
      executors.subList(MOST_EXECUTORS, executors.size()).clear();
      html.append("<p>")
          .append(MOST_EXECUTORS)
          .append(" of ")
          .append(Amounts.count(diagnosis.ledger().executors().size()))
          .append(", the least busy ones.</p>\n");
    }
    SparkMarkup.table(
        html,
        "uncork-slots",
        List.of("Executor", "Host", " Slots", " Time", " Tasks", " Slots busy", ""));
    for (ExecutorUse use : executors) {
      double all = use.executor().slots() * use.executor().span().millis() / 1e3;
      SparkMarkup.row(
          html,
          List.of(
              Markup.text(use.executor().id()),
              Markup.text(use.executor().host()),
              " " + use.executor().slots(),
              " " + SparkFindingWords.millis(use.executor().span().millis()),
              " " + Amounts.count(use.tasks()),
              " " + Markup.text(Amounts.percent(use.busyShare())),
              SparkCharts.bar(use.slotSeconds(), all, "uncork-small")));
    }
    SparkMarkup.endTable(html);
  }

  private void price() {
    List<ExecutorsPoint> curve = diagnosis.price().curve();
    if (curve.size() < 2) {
      return;
    }
    boolean slots = curve.stream().allMatch(point -> point.executors() == point.slots());
    boolean inHours = SparkPriceWords.inHours(curve);
    SparkMarkup.heading(html, slots ? "With other numbers of slots" : "With other executors");
    String bounds = SparkPriceWords.bounds(diagnosis);
    html.append("<p id=\"uncork-bounds\">Predicted from the recorded tasks: ")
        .append(Markup.text(bounds))
        .append(".</p>\n")
        .append(SparkCharts.curve(curve))
        .append("<div class=\"uncork-axis uncork-curve-axis\">");
    for (ExecutorsPoint point : List.of(curve.get(0), curve.get(curve.size() - 1))) {
      String what = slots ? " slot" : " executor";
      html.append("<span>").append(point.executors()).append(what);
      html.append(point.executors() == 1 ? "" : "s").append("</span>");
    }
    html.append("</div>\n");
    SparkMarkup.table(
        html,
        "uncork-curve-table",
        List.of(
            slots ? " Slots" : " Executors", " Time", inHours ? " Slot-hours" : " Slot-minutes"));
    for (ExecutorsPoint point : curve) {
      String now = point.times() == 1 ? " (as recorded)" : "";
      SparkMarkup.row(
          html,
          List.of(
              " " + point.executors() + now,
              " " + SparkFindingWords.seconds(point.seconds()),
              " " + SparkPriceWords.slotTime(point, inHours)));
    }
    SparkMarkup.endTable(html);
  }

  private void others() {
    List<SparkFinding> others = diagnosis.others();
    if (others.isEmpty()) {
      return;
    }
    SparkMarkup.heading(html, "Also found");
    for (SparkFinding finding : others.subList(0, Math.min(MOST_OTHERS, others.size()))) {
      html.append("<p class=\"uncork-other\">")
          .append(Markup.text(SparkFindingWords.text(finding, diagnosis)))
          .append("</p>\n");
      advice(finding.advice());
    }
  }
}
