package dev.uncork.spark.ui;

import dev.uncork.report.markup.Markup;
import dev.uncork.report.spark.SparkHtml;
import dev.uncork.spark.event.ExecutorShuffleEvent;
import dev.uncork.spark.event.ExecutorUsageEvent;
import dev.uncork.spark.event.HotLock;
import dev.uncork.spark.event.StageShare;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The tab's content as HTML, in Spark's own look, without scripts. */
final class ScalingHtml {
  private static final String TABLE =
      "<div class=\"table-responsive\"><table class=\"table table-bordered table-sm table-striped\" id=\"%s\"><thead><tr>%s</tr>"
          + "</thead><tbody>";
  private static final String TABLE_END = "</tbody></table></div>";
  private static final int BAR_WIDTH = 120;
  private static final int STAGES_SHOWN = 20;

  private final ApplicationScaling application;
  private final String ledger;
  private final StringBuilder html = new StringBuilder();

  /**
   * One of an application.
   *
   * @param ledger the markup of {@link SparkHtml}; empty before any task has run
   */
  ScalingHtml(ApplicationScaling application, String ledger) {
    this.application = application;
    this.ledger = ledger;
  }

  String html() {
    html.append("<style>")
        .append(SparkHtml.STYLE)
        .append("</style><div id=\"uncork-scaling\">")
        .append(ledger);
    if (ledger.isEmpty()) {
      html.append(
              "<p id=\"uncork-nothing\">No stage has begun yet, so there is nothing to say about the")
          .append(" application as a whole.</p>");
    }
    if (application.executors().isEmpty()) {
      html.append("<p id=\"uncork-silent\">No executor has reported yet")
          .append("; with the plugin each does so within about ten seconds.</p>");
    } else {
      told();
    }
    return html.append("</div>").toString();
  }

  private void told() {
    html.append("<h4>Inside the executors</h4>");
    cores();
    remedies();
    executors();
    locks();
    shuffles();
    stages();
    html.append("<details><summary>Threads on cores</summary>");
    for (ExecutorScaling executor : application.executors()) {
      html.append("<h5>Executor ").append(Markup.text(executor.executorId)).append("</h5>");
      html.append(new ThreadMap(executor).html());
    }
    html.append("</details>");
  }

  private void cores() {
    int present = ApplicationScaling.present(application.executors()).size();
    int gone = application.executors().size() - present;
    html.append("<p id=\"uncork-cores\">Cores used on average: ")
        .append(Html.cores(application.coresUsed()))
        .append(" of ")
        .append(application.coresGiven())
        .append(" given to ")
        .append(present)
        .append(present == 1 ? " executor" : " executors")
        .append(gone == 0 ? "" : "; " + gone + (gone == 1 ? " is gone" : " are gone"))
        .append("</p>");
  }

  private void table(String id, String... columns) {
    StringBuilder head = new StringBuilder();
    for (String column : columns) {
      head.append("<th>").append(column).append("</th>");
    }
    html.append(String.format(TABLE, id, head));
  }

  private void row(String... cells) {
    html.append("<tr>");
    for (String cell : cells) {
      html.append("<td>").append(cell).append("</td>");
    }
    html.append("</tr>");
  }

  private void remedies() {
    if (application.remedies().isEmpty()) {
      return;
    }
    html.append("<ul id=\"uncork-remedies\">");
    for (String remedy : application.remedies()) {
      html.append("<li>").append(Html.code(remedy)).append("</li>");
    }
    html.append("</ul>");
  }

  private void executors() {
    table(
        "uncork-executors",
        "Executor",
        "Slots",
        "Cores used",
        "Over time",
        "What its recordings say",
        "NUMA node",
        "CPUs",
        "Remark");
    for (ExecutorScaling one : application.executors()) {
      row(
          Markup.text(one.executorId) + (one.gone ? " (gone)" : ""),
          String.valueOf(one.cores()),
          Html.cores(one.coresUsed()),
          bars(one.usages, one.cores()),
          recorded(one) ? Html.code(one.profile.verdict) : "Nothing is recorded so far.",
          one.placed.nodes.isEmpty() ? "not bound" : Markup.text(one.placed.nodes),
          Markup.text(one.placed.cpus),
          Markup.text(one.placed.remark));
    }
    html.append(TABLE_END);
  }

  private static boolean recorded(ExecutorScaling one) {
    return one.profile.recordedMillis > 0;
  }

  /** Cores used at each time, as high as the cores given. */
  private static String bars(List<ExecutorUsageEvent> usages, int cores) {
    StringBuilder svg =
        new StringBuilder("<svg width=\"" + BAR_WIDTH + "\" height=\"24\" role=\"img\">");
    double width = (double) BAR_WIDTH / Math.max(12, usages.size());
    for (int i = 0; i < usages.size(); i++) {
      ExecutorUsageEvent usage = usages.get(i);
      double cpu = usage.cpuMillis + usage.childrenMillis;
      double used = cpu / Math.max(1, usage.intervalMillis);
      int height = (int) Math.round(24 * Math.min(1, used / Math.max(1, cores)));
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#0088cc\"/>",
              i * width,
              24 - height,
              Math.max(1, width - 1),
              height));
    }
    return svg.append("</svg>").toString();
  }

  /** Those that cost a percent; of others nobody need know. */
  private void locks() {
    if (application.locks().isEmpty()) {
      return;
    }
    html.append("<h4>Locks that tasks wait for</h4>");
    table(
        "uncork-locks",
        "Lock",
        "Acquired at",
        "Held at",
        "Of slots' time",
        "Longest, ms",
        "Blocked");
    for (ApplicationScaling.LockOfExecutors one : application.locks()) {
      HotLock lock = one.lock();
      row(
          Html.code(lock.name),
          Html.code(lock.site),
          Html.code(lock.holder),
          Html.percent(one.share()),
          Html.millis(lock.maxNanos),
          Html.number(lock.blocked));
    }
    html.append(TABLE_END);
  }

  private void stages() {
    if (application.stages().isEmpty()) {
      return;
    }
    List<StageOfExecutors> shown =
        application.stages().stream()
            .sorted(
                Comparator.comparingDouble((StageOfExecutors one) -> one.sum().blockedNanos)
                    .thenComparingLong(one -> one.sum().taskMillis)
                    .reversed())
            .limit(STAGES_SHOWN)
            .toList();
    html.append("<details><summary>Stages: places and page faults of their threads</summary>");
    if (shown.size() < application.stages().size()) {
      html.append("<p>The ")
          .append(shown.size())
          .append(" of ")
          .append(application.stages().size())
          .append(" in which most was blocked.</p>");
    }
    table(
        "uncork-stages",
        "Stage",
        "Tasks",
        "Task time, s",
        "Blocked, ms",
        "Hottest lock",
        "Held at",
        "Seen on NUMA node",
        "Node changes",
        "CPU changes",
        "Page faults",
        "From disk");
    for (StageOfExecutors one : shown) {
      StageShare sum = one.sum();
      HotLock lock = sum.locks.isEmpty() ? new HotLock() : sum.locks.get(0);
      row(
          one.stageId() + (one.attemptId() == 0 ? "" : " (attempt " + one.attemptId() + ")"),
          Html.number(sum.tasks),
          String.format(Locale.ROOT, "%.1f", sum.taskMillis / 1e3),
          Html.millis((long) sum.blockedNanos),
          Html.code(lock.name),
          Html.code(lock.holder),
          nodes(sum.seenOnNode),
          Html.number(sum.nodeChanges),
          Html.number(sum.cpuChanges),
          Html.number(sum.minorFaults),
          Html.number(sum.majorFaults));
    }
    html.append(TABLE_END).append("</details>");
  }

  /** Where Uncork's shuffle manager is used. */
  private void shuffles() {
    List<ExecutorScaling> shuffling =
        application.executors().stream().filter(one -> one.shuffle.timeMillis > 0).toList();
    if (shuffling.isEmpty()) {
      return;
    }
    html.append("<h4>Shuffles</h4>");
    table(
        "uncork-shuffles",
        "Executor",
        "Written, MiB",
        "To files, MiB",
        "Read by",
        "Read instead by",
        "Fallbacks",
        "Registrations",
        "Registered, MiB");
    for (ExecutorScaling one : shuffling) {
      ExecutorShuffleEvent shuffle = one.shuffle;
      row(
          Markup.text(one.executorId),
          Html.mebibytes(shuffle.writtenBytes),
          Html.mebibytes(shuffle.spilledBytes),
          routes(shuffle, false),
          routes(shuffle, true),
          Html.number(shuffle.fallbacks()),
          Html.number(shuffle.registrations),
          Html.mebibytes(shuffle.registeredBytes));
    }
    html.append(TABLE_END);
  }

  private static String routes(ExecutorShuffleEvent shuffle, boolean instead) {
    return shuffle.routes.stream()
        .filter(route -> route.instead == instead)
        .map(
            route ->
                Markup.text(route.route)
                    + ": "
                    + Html.number(route.blocks)
                    + " blocks, "
                    + Html.mebibytes(route.bytes)
                    + " MiB")
        .collect(Collectors.joining("<br>"));
  }

  /** Each node with its share of the samples. */
  private static String nodes(Map<Integer, Long> seen) {
    double all = seen.values().stream().mapToLong(Long::longValue).sum();
    return seen.entrySet().stream()
        .map(
            e ->
                String.format(
                    Locale.ROOT,
                    "<span class=\"text-nowrap\">%d: %.0f %%</span>",
                    e.getKey(),
                    100 * e.getValue() / all))
        .collect(Collectors.joining(", "));
  }
}
