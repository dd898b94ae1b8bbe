package dev.uncork.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** The scripts and styles that every page carries, from the resources of this package. */
final class Assets {
  /** In the order of their use. The libraries come from Maven Central at build time. */
  static final List<String> SCRIPTS =
      List.of(
          "lib/echarts.min.js",
          "lib/d3-selection.min.js",
          "lib/d3-flamegraph.min.js",
          "js/core.js",
          "js/chart.js",
          "js/ledger.js",
          "js/cores.js",
          "js/stacks.js",
          "js/locks.js",
          "js/threads.js",
          "js/process.js",
          "js/curve.js",
          "js/forecast.js",
          "js/comparison.js",
          "js/tune.js",
          "js/main.js");

  static final List<String> STYLES = List.of("lib/d3-flamegraph.css", "page.css");

  private Assets() {}

  /** A resource as it goes between two tags. */
  static String text(String name) {
    try (InputStream in = Assets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "the report module lacks its resource " + name + "; build it again with Maven");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      if (text.contains("</script") || text.contains("</style") || text.contains("<!--")) {
        throw new IllegalStateException(name + " can't be inlined: it holds a tag of HTML");
      }
      return "\n" + text + "\n";
    } catch (IOException e) {
      throw new IllegalStateException("the resource " + name + " can't be read", e);
    }
  }

  /** What a content security policy says of an inlined text. */
  static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
