package dev.uncork.report.text;

import java.io.PrintStream;
import java.util.List;

/** Whether remedies can be done to a class, and the places in the program that decide it. */
public final class LockingText {
  private LockingText() {}

  /** Shows it. */
  public static void print(LockingAccount account, PrintStream out) {
    reservation(account, out);
    if (!account.counters().operations().isEmpty()) {
      counters(account.counters(), out);
    }
    out.println("Looked at " + account.classes() + " classes of the class path");
    out.flush();
  }

  private static void reservation(LockingAccount account, PrintStream out) {
    int methods = account.methods().size();
    out.println(
        account.className()
            + (account.reservable()
                ? ": eligible, " + methods + (methods == 1 ? " method" : " methods")
                : ": not eligible"));
    list("Against it:", account.against(), out);
    if (account.reservable()) {
      list("Enter by a reservation:", account.methods(), out);
    }
    account
        .subclasses()
        .forEach(
            (name, reasons) -> list("Objects of " + name + " are not reserved:", reasons, out));
    if (account.reservable()) {
      list(
          "Take the stock monitor, and end the reservation of another thread:",
          account.elsewhere(),
          out);
    }
  }

  private static void counters(LockingAccount.Counters counters, PrintStream out) {
    out.println(
        counters.atomic()
            ? "Its counters: eligible for the remedy counter"
                + (counters.againstSpreading().isEmpty() ? " and for counter-adder" : "")
            : "Its counters: not eligible for the remedy counter");
    list("Against it:", counters.against(), out);
    if (counters.atomic()) {
      list("Become atomic:", counters.operations(), out);
      list("Against counter-adder:", counters.againstSpreading(), out);
      list(
          "Run on one of its objects, put all back under the monitor:",
          counters.switchesBack(),
          out);
    }
  }

  private static void list(String title, List<String> places, PrintStream out) {
    if (!places.isEmpty()) {
      out.println(title);
      places.forEach(place -> out.println("  " + place));
    }
  }
}
