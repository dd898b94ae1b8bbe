package dev.uncork.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {
  private static final List<String> HOSTILE =
      List.of(
          ",",
          "=",
          "%",
          "%2C",
          "%zz",
          "+",
          " ",
          "\n",
          "\r\n",
          "\t",
          "\"",
          "'",
          "\\",
          "$HOME",
          ";",
          "ü",
          "名",
          "\uD83D\uDE00",
          "\u0000",
          "a",
          "Z",
          "0",
          "-",
          ".",
          "_",
          "/",
          "*",
          "lease=1,");

  private final Path lib = Path.of("/opt/uncork");

  @Test
  void encodesWhatAShellOrJvmWouldRead() {
    Path odd = Path.of("/tmp/a b,c=d%'\"ü+");
    String encoded = AgentOptions.forRun(odd, lib).encoded();
    assertThat(encoded).startsWith("session=/tmp/a%20b%2Cc%3Dd%25%27%22%C3%BC%2B,");
    assertThat(encoded).matches("[\\w./%=,-]+");
    assertThat(AgentOptions.decoded(encoded).get(AgentOption.SESSION)).isEqualTo(odd);
  }

  @Test
  void writesWhatEarlierVersionsWrote() {
    Path session = Path.of("/s");
    assertThat(AgentOptions.forRun(session, lib).encoded())
        .isEqualTo("session=/s,lib=/opt/uncork,mode=run");
    assertThat(AgentOptions.forAttach(session, lib, Duration.ofMinutes(2)).encoded())
        .isEqualTo("session=/s,lib=/opt/uncork,mode=attach,for=120,lease=1");
    assertThat(AgentOptions.forStop(session, lib).encoded())
        .isEqualTo("session=/s,lib=/opt/uncork,command=stop");
    assertThat(
            AgentOptions.forAttach(Path.of("/a b,c"), lib)
                .with(AgentOption.CALM, true)
                .with(AgentOption.EVERY, Duration.ofSeconds(10))
                .encodedBriefly())
        .isEqualTo("session=/a b%2Cc,lib=/opt/uncork,mode=attach,calm=1,every=10");
    assertThat(AgentOptions.forCommand(AgentCommand.RELOCK, session).encodedBriefly())
        .isEqualTo("command=relock,session=/s");
  }

  @Test
  void readsAnyTextAsItWasWritten() {
    Random random = new Random(37);
    for (int round = 0; round < 2_000; round++) {
      String session = "/" + hostile(random).replace("\0", "");
      String classes = hostile(random);
      AgentOptions options =
          AgentOptions.forRun(Path.of(session), lib)
              .with(AgentOption.RESERVE, classes)
              .with(AgentOption.PROGRESS_JMX, classes + session);
      for (String encoded : List.of(options.encoded(), options.encodedBriefly())) {
        AgentOptions read = AgentOptions.decoded(encoded);
        assertThat(read.get(AgentOption.SESSION)).isEqualTo(Path.of(session));
        assertThat(read.get(AgentOption.RESERVE)).isEqualTo(classes);
        assertThat(read.get(AgentOption.PROGRESS_JMX)).isEqualTo(classes + session);
        assertThat(read.get(AgentOption.LEASE)).isFalse();
        assertThat(read.encoded()).isEqualTo(options.encoded());
      }
    }
  }

  @Test
  void readsNumbersAndSwitchesAsTheyWereWritten() {
    Random random = new Random(37);
    for (int round = 0; round < 2_000; round++) {
      Duration every = Duration.ofMillis(1 + random.nextLong(1L << (1 + random.nextInt(40))));
      long minFree = 1 + random.nextLong(1L << 50);
      boolean calm = random.nextBoolean();
      AgentMode mode = AgentMode.values()[random.nextInt(AgentMode.values().length)];
      String encoded =
          AgentOptions.forRun(Path.of("/s"), lib)
              .with(AgentOption.EVERY, every)
              .with(AgentOption.MIN_FREE, minFree)
              .with(AgentOption.CALM, calm)
              .with(AgentOption.MODE, mode)
              .encoded();
      AgentOptions read = AgentOptions.decoded(encoded);
      assertThat(read.get(AgentOption.EVERY)).as(encoded).isEqualTo(every);
      assertThat(read.get(AgentOption.MIN_FREE)).as(encoded).isEqualTo(minFree);
      assertThat(read.get(AgentOption.CALM)).isEqualTo(calm);
      assertThat(read.get(AgentOption.MODE)).isEqualTo(mode);
    }
  }

  @Test
  void hasDefaultsForWhatIsNotGiven() {
    AgentOptions none = AgentOptions.of(Map.of());
    assertThat(none.get(AgentOption.MODE)).isEqualTo(AgentMode.RUN);
    assertThat(none.get(AgentOption.MIN_FREE)).isEqualTo(64L << 20);
    assertThat(none.get(AgentOption.DEMAND)).isFalse();
    assertThat(none.find(AgentOption.FOR)).isNull();
    assertThat(none.find(AgentOption.TICK)).isNull();
    assertThatThrownBy(() -> none.get(AgentOption.SESSION))
        .hasMessage("agent option session is missing; expected the path of a file or directory");
  }

  @Test
  void refusesWhatMakesNoSense() {
    refuses("for", "-1", "a positive number of seconds");
    refuses("every", "soon", "a positive number of seconds");
    refuses("keep", "NaN", "a positive number of seconds");
    refuses("minFree", "0", "a positive number of bytes");
    refuses("lease", "yes", "1 or 0");
    refuses("mode", "walk", "one of run, attach");
    refuses("command", "go", "one of stop, unlock, relock");
    refuses("reserve", "", "a text");
    refuses("session", "a\0b", "the path of a file or directory");
  }

  @Test
  void letsBeWhatOtherVersionsKnow() {
    assertThat(AgentOptions.of(Map.of("new", "x", "calm", "1")).get(AgentOption.CALM)).isTrue();
  }

  @Test
  void everyOptionHasItsOwnName() {
    Map<String, AgentOption<?>> byName = new HashMap<>();
    for (AgentOption<?> option : AgentOption.ALL) {
      assertThat(byName.put(option.label(), option)).as(option.label()).isNull();
      assertThat(option.label()).matches("[a-zA-Z-]+");
    }
  }

  private static void refuses(String name, String value, String expected) {
    assertThatThrownBy(() -> AgentOptions.of(Map.of(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("agent option " + name + "=" + value + ": expected " + expected);
  }

  private static String hostile(Random random) {
    StringBuilder text = new StringBuilder("x");
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(HOSTILE.get(random.nextInt(HOSTILE.size())));
    }
    return text.toString();
  }
}
