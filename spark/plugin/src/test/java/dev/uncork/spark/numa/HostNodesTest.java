package dev.uncork.spark.numa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostNodesTest {
  private static final Topology TWO = Topology.parse("0:0-7;1:8-15");
  private static final Topology FOUR = Topology.parse("0:0-5;1:6-11;2:12-17;3:18-23");

  private static List<String> assign(String setting, Topology topology, int cores, int executors) {
    HostNodes host = new HostNodes(NumaSetting.parse(setting));
    List<String> nodes = new ArrayList<>();
    for (int i = 0; i < executors; i++) {
      HostNodes.Decision decision = host.assign("e" + i, topology, cores, List.of());
      nodes.add(
          decision.nodes().isEmpty() ? decision.reason() : KernelList.format(decision.nodes()));
    }
    return nodes;
  }

  @Test
  void asManyExecutorsAsNodes() {
    assertThat(assign("auto", FOUR, 6, 4)).containsExactly("0", "1", "2", "3");
  }

  @Test
  void moreExecutorsThanNodesShareThemEvenly() {
    assertThat(assign("auto", TWO, 4, 5)).containsExactly("0", "1", "0", "1", "0");
  }

  @Test
  void anExecutorLargerThanANodeGetsAsManyAsItNeeds() {
    assertThat(assign("auto", FOUR, 12, 2)).containsExactly("0-1", "2-3");
    assertThat(assign("auto", TWO, 16, 1))
        .containsExactly("its 16 cores need all of the 2 NUMA nodes");
    assertThat(assign("spread", TWO, 16, 2)).containsExactly("0", "1");
  }

  @Test
  void unequalNodesAreFilledInProportion() {
    Topology unequal = Topology.parse("0:0-11;1:12-15");
    assertThat(assign("auto", unequal, 4, 4)).containsExactly("0", "1", "0", "0");
  }

  @Test
  void onlyListedNodesAreUsed() {
    assertThat(assign("1,3", FOUR, 6, 3)).containsExactly("1", "3", "1");
    assertThat(assign("7", TWO, 1, 1).get(0)).contains("names none of the nodes here: 0-1");
  }

  @Test
  void oneNodeOrNoneIsNothingToBindTo() {
    assertThat(assign("auto", Topology.parse("1:8-15"), 4, 1))
        .containsExactly("all CPUs that it may use are on NUMA node 1");
    assertThat(assign("auto", Topology.parse(""), 4, 1))
        .containsExactly("no NUMA node is known here");
    assertThat(assign("off", TWO, 4, 1)).containsExactly("spark.uncork.numa=off");
  }

  @Test
  void nodesOfOtherApplicationsCountToo() {
    HostNodes host = new HostNodes(NumaSetting.parse("auto"));
    List<NodeShare> others = List.of(NodeShare.parse("0-1/8"), NodeShare.parse("3/2"));
    assertThat(host.assign("a", FOUR, 6, others).nodes()).isEqualTo(KernelList.parse("2"));
    assertThat(host.assign("b", FOUR, 6, others).nodes()).isEqualTo(KernelList.parse("3"));
    assertThat(host.assign("c", FOUR, 6, others).nodes()).isEqualTo(KernelList.parse("0"));
  }

  @Test
  void whoAsksAgainGetsOthersNodesOnlyIfOthersHaveMoved() {
    HostNodes host = new HostNodes(NumaSetting.parse("auto"));
    List<NodeShare> others = List.of(NodeShare.parse("0/4"));
    assertThat(host.assign("a", TWO, 4, List.of()).nodes()).isEqualTo(KernelList.parse("0"));
    assertThat(host.assign("a", TWO, 4, others).nodes()).isEqualTo(KernelList.parse("1"));
    assertThat(host.assign("a", TWO, 4, others).nodes()).isEqualTo(KernelList.parse("1"));
    assertThat(host.assign("b", TWO, 4, others).nodes()).isEqualTo(KernelList.parse("0"));
  }

  @Test
  void aNodeIsFreeAgainWhenItsExecutorIsGone() {
    HostNodes host = new HostNodes(NumaSetting.parse("auto"));
    host.assign("a", TWO, 4, List.of());
    assertThat(host.assign("b", TWO, 4, List.of()).nodes()).isEqualTo(KernelList.parse("1"));
    assertThat(host.assign("b", TWO, 4, List.of()).nodes()).isEqualTo(KernelList.parse("1"));
    host.release("a");
    assertThat(host.assign("c", TWO, 4, List.of()).nodes()).isEqualTo(KernelList.parse("0"));
    host.release("b");
    host.release("c");
    assertThat(host.isEmpty()).isTrue();
  }
}
