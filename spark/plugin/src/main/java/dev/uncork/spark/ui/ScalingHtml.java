package dev.uncork.spark.ui;

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
  private final StringBuilder html = new StringBuilder();

  ScalingHtml(ApplicationScaling application) {
    this.application = application;
  }

  String html() {
    if (application.executors().isEmpty()) {
      return "<p id=\"uncork-nothing\">No executor has told anything yet; each does within about"
          + " ten seconds.</p>";
    }
    int present = ApplicationScaling.present(application.executors()).size();
    int gone = application.executors().size() - present;
    html.append("<div id=\"uncork-scaling\"><p id=\"uncork-cores\"><strong>Cores used on average:")
        .append("</strong> ")
        .append(Html.cores(application.coresUsed()))
        .append(" of ")
        .append(application.coresGiven())
        .append(" given to ")
        .append(present)
        .append(present == 1 ? " executor" : " executors")
        .append(gone == 0 ? "" : "; " + gone + (gone == 1 ? " is gone" : " are gone"))
        .append("</p>");
    remedies();
    executors();
    locks();
    stages();
    shuffles();
    html.append("<h4>Threads on cores</h4>");
    for (ExecutorScaling executor : application.executors()) {
      html.append("<h5>Executor ").append(Html.text(executor.executorId)).append("</h5>");
      html.append(new ThreadMap(executor).html());
    }
    return html.append("</div>").toString();
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
    html.append("<h4>What to do</h4><ul id=\"uncork-remedies\">");
    for (String remedy : application.remedies()) {
      html.append("<li>").append(Html.code(remedy)).append("</li>");
    }
    html.append("</ul>");
    if (application.remedies().isEmpty()) {
      html.append("<p>Nothing that was recorded so far keeps executors from their cores.</p>");
    }
  }

  private void executors() {
    html.append("<h4>Executors</h4>");
    table(
        "uncork-executors",
        "Executor",
        "NUMA node",
        "CPUs",
        "Cores used",
        "Given",
        "Over time",
        "Blocked, ms",
        "Verdict",
        "Remark");
    for (ExecutorScaling one : application.executors()) {
      row(
          Html.text(one.executorId) + (one.gone ? " (gone)" : ""),
          one.placed.nodes.isEmpty() ? "not bound" : Html.text(one.placed.nodes),
          Html.text(one.placed.cpus),
          Html.cores(one.coresUsed()),
          String.valueOf(one.cores()),
          bars(one.usages, one.cores()),
          recorded(one) ? Html.millis(one.profile.blockedNanos) : "",
          recorded(one) ? Html.code(one.profile.verdict) : "nothing recorded so far",
          Html.text(one.placed.remark));
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
      double used = (double) usage.cpuMillis / Math.max(1, usage.intervalMillis);
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

  private void locks() {
    html.append("<h4>Hot locks over executors</h4>");
    if (application.locks().isEmpty()) {
      html.append("<p id=\"uncork-no-locks\">No acquire has blocked in what was recorded so far;")
          .append(" a recording is finished every spark.uncork.interval, and at the end.</p>");
      return;
    }
    table(
        "uncork-locks",
        "Lock",
        "Acquired at",
        "Held at",
        "Acquire ms",
        "Max ms",
        "Blocked",
        "Executors");
    for (ApplicationScaling.LockOfExecutors one : application.locks()) {
      HotLock lock = one.lock();
      row(
          Html.code(lock.name),
          Html.code(lock.site),
          Html.code(lock.holder),
          Html.millis(lock.totalNanos),
          Html.millis(lock.maxNanos),
          Html.number(lock.blocked),
          String.valueOf(one.executors()));
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
    html.append("<h4>Stages</h4>");
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
    html.append(TABLE_END);
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
          Html.text(one.executorId),
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
                Html.text(route.route)
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
