package dev.uncork.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameTest {
  @Test
  void parsesWhatTheAgentWrites() {
    assertThat(Frame.parse("com.acme.Cache.put(Cache.java:42)"))
        .isEqualTo(new Frame("com.acme.Cache", "put", "Cache.java", 42));
    assertThat(Frame.parse("java.base@17/java.lang.Object.wait(Native Method)"))
        .isEqualTo(new Frame("java.lang.Object", "wait", "", 0));
    assertThat(Frame.parse("com.acme.A$$Lambda/0x00007f.run(Unknown Source)"))
        .isEqualTo(new Frame("com.acme.A$$Lambda/0x00007f", "run", "", 0));
    assertThat(Frame.parse("Main.<init>(Main.java)"))
        .isEqualTo(new Frame("Main", "<init>", "Main.java", 0));
    assertThat(Frame.parse("nonsense")).isEqualTo(new Frame("", "nonsense", "", 0));
  }

  @Test
  void textLeavesOutWhereAClassHappensToBe() {
    for (String lambda :
        List.of(
            "A$$Lambda$14/0x0000000800c03000", "A$$Lambda$122+0x00007fb950088a08.429313384",
            "A$$Lambda/0x00007f", "A$$Lambda.0x00007f")) {
      assertThat(Frame.parse("com.acme." + lambda + ".run(Unknown Source)"))
          .hasToString("com.acme.A$$Lambda.run");
    }
    assertThat(Frame.parse("com.acme.A.run(A.java:4)")).hasToString("com.acme.A.run(A.java:4)");
  }

  @Test
  void anyTextIsAFrame() {
    Random random = new Random(5);
    for (int i = 0; i < 10_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(20); j > 0; j--) {
        text.append("a.():/$0xJ \n".charAt(random.nextInt(12)));
      }
      assertThat(Frame.parse(text.toString())).isNotNull();
    }
  }
}
