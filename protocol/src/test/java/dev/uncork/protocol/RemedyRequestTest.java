package dev.uncork.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RemedyRequestTest {
  @Test
  void readsWhatItWrites() {
    for (RemedyName remedy : RemedyName.values()) {
      for (String chosen : List.of("", "=", "=com.acme.*;a=b", "=@x.jfr")) {
        String text = remedy.label() + chosen;
        assertThat(RemedyRequest.parse(text))
            .hasValueSatisfying(
                request -> {
                  assertThat(request.remedy()).isEqualTo(remedy);
                  assertThat(request).hasToString(text);
                });
      }
    }
  }

  @Test
  void isForEveryClassWhereNoneIsChosen() {
    assertThat(RemedyRequest.parse("tick")).map(RemedyRequest::classes).hasValue("*");
    assertThat(RemedyRequest.parse("counter=")).map(RemedyRequest::classes).hasValue("");
  }

  @Test
  void knowsNoOtherRemedy() {
    assertThat(RemedyRequest.parse("counters")).isEmpty();
    assertThat(RemedyRequest.parse("")).isEmpty();
  }
}
