package dev.uncork.spark.numa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyTest {
  @TempDir private Path sys;

  private void node(int number, String cpus) throws IOException {
    Path node = sys.resolve("devices/system/node/node" + number);
    Files.createDirectories(node);
    Files.writeString(node.resolve("cpulist"), cpus + "\n");
  }

  @Test
  void keepsToTheCpusThatACgroupLeaves() throws IOException {
    node(0, "0-7,16-23"); // with SMT siblings
    node(1, "8-15,24-31");
    Topology topology = Topology.read(sys, KernelList.parse("0-3,16-19,24"));
    assertThat(topology.text()).isEqualTo("0:0-3,16-19;1:24");
    assertThat(Topology.parse(topology.text())).isEqualTo(topology);
  }

  @Test
  void leavesOutNodesWithoutACpu() throws IOException {
    node(0, "0-3");
    node(1, ""); // memory only
    node(2, "4-7"); // not ours
    Topology topology = Topology.read(sys, KernelList.parse("0-3"));
    assertThat(topology.nodes()).isEqualTo(KernelList.parse("0"));
  }

  @Test
  void tellsThatSysfsIsHidden() {
    assertThatThrownBy(() -> Topology.read(sys.resolve("none"), KernelList.parse("0")))
        .isInstanceOf(IOException.class);
  }
}
