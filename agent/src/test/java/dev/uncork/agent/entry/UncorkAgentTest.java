package dev.uncork.agent.entry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import java.io.UnsupportedEncodingException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UncorkAgentTest {
  @Test
  void readsOptionsAsTheProtocolWritesThem() throws UnsupportedEncodingException {
    AgentOptions options =
        AgentOptions.forRun(Path.of("/tmp/a b,c=d%2C+\n\"'ü名"), Path.of("/opt/uncork"))
            .with(AgentOption.RESERVE, "com.acme.*;x=y,%zz+ \t\uD83D\uDE00")
            .with(AgentOption.CALM, true);
    for (String encoded : List.of(options.encoded(), options.encodedBriefly())) {
      Map<String, String> read = new HashMap<>();
      UncorkAgent.parse(encoded, read);
      assertThat(read)
          .isEqualTo(
              Map.of(
                  "session", "/tmp/a b,c=d%2C+\n\"'ü名",
                  "lib", "/opt/uncork",
                  "mode", "run",
                  "reserve", "com.acme.*;x=y,%zz+ \t\uD83D\uDE00",
                  "calm", "1"));
    }
  }
}
