package dev.uncork.systemtests;

import java.nio.file.Files;

/** What {@link LabTest} runs in the guest whose kernel extends time slices. */
final class NoPreemptInGuest {
  private NoPreemptInGuest() {}

  public static void main(String[] args) throws Exception {
    Uncork.Outcome outcome =
        NoPreemptTest.comesAndGoes(Integer.parseInt(args[0]), Files.createTempDirectory("guest"));
    System.out.println(outcome.err());
  }
}
