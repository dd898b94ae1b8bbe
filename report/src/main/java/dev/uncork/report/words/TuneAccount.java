package dev.uncork.report.words;

import dev.uncork.diagnosis.predict.Outlook;
import dev.uncork.diagnosis.tune.TuneResult;
import java.util.List;

/**
 * All that is told of a tuning, in whatever form.
 *
 * @param command of the program
 * @param unit of throughput
 * @param plan name of its file
 * @param outlook on more cores
 * @param refusals what can't be tried on this machine, and why
 * @param notes what else was said at the end
 */
public record TuneAccount(
    TuneResult result,
    List<String> command,
    String unit,
    String plan,
    Outlook outlook,
    List<String> refusals,
    List<String> notes) {
  public TuneAccount {
    command = List.copyOf(command);
    refusals = List.copyOf(refusals);
    notes = List.copyOf(notes);
  }
}
