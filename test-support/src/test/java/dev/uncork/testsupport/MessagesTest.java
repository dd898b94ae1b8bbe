package dev.uncork.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Habits that made messages hard to read, and what to write instead. */
final class MessagesTest {
  private record Habit(Pattern pattern, String instead) {
    static Habit of(String pattern, String instead) {
      return new Habit(Pattern.compile(pattern), instead);
    }
  }

  private static final List<Habit> HABITS =
      List.of(
          Habit.of("\\b(is|are|and) said\\b", "say who says it, or what to expect: warns, lists"),
          Habit.of("(^|[;,:] )[Ww]ithout (it|that|this lock)\\b", "removing it, fixing that could"),
          Habit.of("\\bat most \\+", "up to N % faster, up to N times as fast"),
          Habit.of("\\bat a time wait for\\b", "on average N threads are blocked at"),
          Habit.of("\\bmore stripes won't help\\b", "striping won't help"),
          Habit.of("\\bloses its core\\b", "is descheduled"),
          Habit.of("\\bbudget didn't last\\b", "ran out of budget before"),
          Habit.of("\\bof now\\b", "as now, today's"),
          Habit.of("\\bless or less often\\b", "for a shorter time or less often"),
          Habit.of("\\belse than\\b", "other than"),
          Habit.of(
              "\\b(is|are) not told\\b|\\b(can't|cannot) be told\\b",
              "isn't known, can't be listed"),
          Habit.of("\\b(does not|doesn't) tell\\b", "doesn't say, lacks"),
          Habit.of("\\btells? of\\b", "reports, has"),
          Habit.of("\\banew\\b", "again"),
          Habit.of("\\bno more\\b(?! than)", "no longer"),
          Habit.of("\\bat a time, on average\\b", "on average"),
          Habit.of("\\bthe tab [A-Z]", "the Scaling tab"),
          Habit.of("\\bto be gained\\b", "to gain"));

  @Test
  void sentencesAreFreeOfBadHabits() {
    List<String> found =
        Messages.all().stream()
            .flatMap(
                message ->
                    HABITS.stream()
                        .filter(habit -> habit.pattern().matcher(message.text()).find())
                        .map(habit -> message + " -> " + habit.instead()))
            .toList();
    assertThat(found).as("messages to be worded otherwise").isEmpty();
  }

  /** {@code ./test MessagesTest -Duncork.approve=true} updates the list. */
  @Test
  void theListOfAllMessagesIsUpToDate() throws IOException {
    Path list = Checkout.root().resolve(Messages.LIST);
    if (Boolean.getBoolean("uncork.approve")) {
      Files.writeString(list, Messages.list());
    }
    assertThat(list)
        .as("read what is new or changed: ./test MessagesTest -Duncork.approve=true; git diff")
        .content()
        .isEqualTo(Messages.list());
  }

  @Test
  void piecesOfOneSentenceAreJoined() {
    assertThat(Messages.all())
        .anyMatch(
            message ->
                message.file().endsWith("FindingWords.java")
                    && message
                        .text()
                        .equals(
                            "No bottleneck seen in this program: other processes use … of the"
                                + " machine"));
  }

  @Test
  void pagesAndTheirScriptsAreReadToo() {
    assertThat(Messages.ofPage("a.js", "one\nname('Cores kept busy', `busy on ${n} cores`)"))
        .extracting(Messages.Message::text)
        .containsExactly("Cores kept busy", "busy on ${n} cores");
    assertThat(Messages.ofPage("a.js", "one\nname('Cores kept busy')").get(0).line()).isEqualTo(2);
  }
}
