package dev.uncork.cli.remedy;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The choice of classes to reserve by what a recorded run of the program did. */
public final class ReserveChoice {
  private ReserveChoice() {}

  /**
   * Chooses from a recording.
   *
   * @param say tells the user which and why
   * @return the classes as {@code --remedy reserve=} takes them, or empty when none is worth it
   */
  public static Optional<String> of(Path recording, Consumer<String> say) {
    List<LockingClasses.Share> shares = LockingClasses.of(recording);
    if (shares.isEmpty()) {
      say.accept(
          "reserve: nothing, since no class has 0.5 % of the CPU samples of "
              + recording
              + " in synchronized methods that nobody contends for");
      return Optional.empty();
    }
    say.accept(
        "reserve: chosen by "
            + recording
            + ", with the CPU time in their synchronized methods: "
            + shares.stream()
                .map(s -> String.format(Locale.ROOT, "%s %.1f %%", s.name(), 100 * s.share()))
                .collect(Collectors.joining(", ")));
    return Optional.of(
        shares.stream().map(LockingClasses.Share::name).collect(Collectors.joining(";")));
  }
}
