package dev.uncork.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares what C++ and Java say about a record. */
class LockRecordTest {
  private static final Pattern FIELDS = Pattern.compile("std::int(32|64)_t ([^;(]+);");
  private static final Pattern ARRAY = Pattern.compile("(\\w+)\\[(\\d+)]");

  private final Path cpp = Checkout.root().resolve("collector/src");

  @Test
  void fieldsAreWhereTheHeaderHasThem() throws IOException {
    String header = Files.readString(cpp.resolve("drain/aggregate.h"));
    String all = between(header, "struct Record {", "static_assert");
    String common = between(all, "", "union");
    String lock = between(all, "union {", "} lock;");
    String site = between(all, "} lock;", "} site;");
    Map<String, Integer> shared = new LinkedHashMap<>();
    int start = add(common, 0, shared);
    assertThat(shared)
        .isEqualTo(
            Map.of(
                "type", LockRecord.AT_TYPE,
                "kind", LockRecord.AT_KIND,
                "identityHash", LockRecord.AT_IDENTITY_HASH,
                "classId", LockRecord.AT_CLASS_ID));
    Map<String, Integer> ofLock = new LinkedHashMap<>();
    assertThat(add(lock, start, ofLock)).isEqualTo(LockRecord.BYTES);
    assertThat(ofLock)
        .isEqualTo(
            Map.of(
                "blocked", LockRecord.AT_BLOCKED,
                "waitNanos", LockRecord.AT_WAIT_NANOS,
                "maxWaitNanos", LockRecord.AT_MAX_WAIT_NANOS,
                "waits", LockRecord.AT_WAITS,
                "waitedNanos", LockRecord.AT_WAITED_NANOS,
                "longBlocked", LockRecord.AT_LONG_BLOCKED));
    Map<String, Integer> ofSite = new LinkedHashMap<>();
    assertThat(add(site, start, ofSite)).isEqualTo(LockRecord.BYTES);
    assertThat(ofSite)
        .containsEntry("stackId", LockRecord.AT_STACK_ID)
        .containsEntry("count", LockRecord.AT_COUNT)
        .containsEntry("waitNanos", LockRecord.AT_COUNT_NANOS);
    assertThat(header)
        .contains("kRecordLock = " + LockRecord.LOCK + ";")
        .contains("kRecordSite = " + LockRecord.SITE + ";")
        .contains("sizeof(Record) == " + LockRecord.BYTES);
  }

  @Test
  void kindsHaveTheNumbersOfTheHeader() throws IOException {
    String header = Files.readString(cpp.resolve("base/lock_key.h"));
    assertThat(header)
        .contains("kMonitor = " + LockKind.MONITOR.ordinal() + ",")
        .contains("kJuc = " + LockKind.JUC.ordinal() + ",")
        .contains("kJucShared = " + LockKind.JUC_SHARED.ordinal() + ",");
    for (LockKind kind : LockKind.values()) {
      assertThat(LockKind.ofCode(kind.ordinal())).isEqualTo(kind);
      assertThat(LockKind.of(kind.label())).isEqualTo(kind);
    }
  }

  @Test
  void theEarlyClassesComeWithTheBootJar() throws IOException {
    assertThat(Files.readString(cpp.resolve("remedy/early_classes.cpp")))
        .contains("\"/" + AgentFiles.BOOT_JAR + "\"");
  }

  /** Adds the fields of a struct; returns where it ends. */
  private static int add(String struct, int start, Map<String, Integer> offsets) {
    int at = start;
    Matcher fields = FIELDS.matcher(struct);
    while (fields.find()) {
      int bytes = Integer.parseInt(fields.group(1)) / 8;
      for (String name : fields.group(2).split(", ")) {
        Matcher array = ARRAY.matcher(name);
        boolean many = array.matches();
        offsets.put(many ? array.group(1) : name, at);
        at += bytes * (many ? Integer.parseInt(array.group(2)) : 1);
      }
    }
    return at;
  }

  private static String between(String text, String from, String to) {
    int start = text.indexOf(from) + from.length();
    return text.substring(start, text.indexOf(to, start));
  }
}
