package dev.uncork.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {
  @Test
  void encodesWhatAShellOrJvmWouldRead() {
    Path odd = Path.of("/tmp/a b,c=d%'\"ü+");
    String encoded = AgentOptions.forRun(odd, Path.of("/opt/uncork")).encoded();
    assertThat(encoded).startsWith("session=/tmp/a%20b%2Cc%3Dd%25%27%22%C3%BC%2B,");
    assertThat(encoded).matches("[\\w./%=,-]+");
    String value = encoded.substring("session=".length(), encoded.indexOf(','));
    assertThat(URLDecoder.decode(value, StandardCharsets.UTF_8)).isEqualTo(odd.toString());
  }

  @Test
  void attachTakesALeaseAndALength() {
    Path directory = Path.of("/s");
    assertThat(AgentOptions.forAttach(directory, directory, Duration.ofMinutes(2)).encoded())
        .isEqualTo("session=/s,lib=/s,mode=attach,for=120,lease=1");
  }
}
