package dev.uncork.spark;

import dev.uncork.spark.base.Log;
import dev.uncork.spark.base.PluginSettings;
import dev.uncork.spark.numa.KernelList;
import dev.uncork.spark.numa.NodeClaims;
import dev.uncork.spark.numa.NodeShare;
import java.io.IOException;
import java.io.Serializable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An executor's request for NUMA nodes. The driver knows what the executors of this application
 * have, wherever they run; the machine's table of claims has those of other applications. So the
 * driver is told of those and chooses, and the choice holds once it is claimed; if others have
 * claimed something since, the driver is asked again.
 */
final class NodeRequest {
  private static final int MAX_ROUNDS = 10;

  private final HashMap<String, Serializable> question;
  private final DriverLink driver;
  private @Nullable NodeClaims claims;
  private List<NodeShare> others = List.of();
  private int rounds;
  private @Nullable Question asked;

  /** Asks; waits two seconds at most. */
  NodeRequest(
      DriverLink driver,
      HashMap<String, Serializable> question,
      PluginSettings settings,
      String app)
      throws InterruptedException {
    this.driver = driver;
    this.question = question;
    if (settings.claims() != null) {
      try {
        claims = NodeClaims.open(settings.claims(), app);
      } catch (IOException | RuntimeException e) {
        claimNothing(e);
      }
    }
    asked = ask();
  }

  private Question ask() throws InterruptedException {
    others = List.of();
    if (claims != null) {
      try {
        others = claims.others();
      } catch (IOException | RuntimeException e) {
        claimNothing(e);
      }
    }
    question.put(Message.OTHERS, others.stream().map(NodeShare::text).toArray(String[]::new));
    return driver.ask(question);
  }

  /**
   * The driver's answer, once it is there and holds; null before.
   *
   * @throws Exception when the driver has not answered for so long that it is given up
   */
  @Nullable Message answer() throws Exception {
    while (asked != null && asked.done()) {
      Question answered = asked;
      asked = null;
      Message answer = answered.answer();
      if (holds(answer)) {
        return answer;
      }
      asked = ask();
    }
    return null;
  }

  private boolean holds(Message answer) {
    BitSet nodes = KernelList.parse(answer.text(Message.NODES));
    if (claims == null || nodes.isEmpty()) {
      return true;
    }
    NodeShare share = new NodeShare(nodes, (int) answer.number(Message.CORES));
    try {
      boolean last = ++rounds == MAX_ROUNDS; // a machine on which others come and go all the time
      return claims.claim(share, last ? claims.others() : others) || last;
    } catch (IOException | RuntimeException e) {
      claimNothing(e);
      return true;
    }
  }

  private void claimNothing(Exception reason) {
    release();
    Log.failed("executors of other applications on this machine are not seen", reason);
  }

  /** Why the driver has not answered so far, in words. */
  String obstacle() {
    return asked == null ? "" : asked.obstacle();
  }

  /** Asks no more, and gives up what was claimed. */
  void release() {
    if (asked != null) {
      asked.cancel();
      asked = null;
    }
    if (claims != null) {
      try {
        claims.close();
      } catch (IOException e) {
        Log.failed("nodes stay claimed until this process ends", e);
      }
      claims = null;
    }
  }
}
