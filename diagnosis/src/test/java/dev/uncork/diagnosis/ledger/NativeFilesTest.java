package dev.uncork.diagnosis.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Files that libraries use in native code of their own. */
class NativeFilesTest {
  private static final String PUT = "org.acme.store.Store.put(Native Method)";
  private static final String SAVE = "com.acme.Meters.save(Meters.java:40)";

  /** One writes for the others too, who wait for it in the same method. */
  private static Looks writers(String... files) {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 40; i++) {
      looks.usesFile("meter-" + i % 3, 0, files[i % files.length], PUT, SAVE);
      looks.runs("meter-" + (i + 1) % 3, 0, PUT, SAVE);
      looks.runs("meter-" + (i + 2) % 3, 0, PUT, SAVE).look();
    }
    return looks;
  }

  @Test
  void whoWaitsThereWhereOthersWaitForAFileWaitsForItToo() {
    Root root = writers("/data/meters/01.log").root();
    assertThat(root.kind()).isEqualTo(FindingKind.STORAGE_WAIT);
    assertThat(root.object()).isEqualTo("/data/meters/01.log");
    assertThat(root.threads()).isGreaterThan(2.5);
  }

  @Test
  void severalFilesOfOneFolderAreOneCause() {
    Root root = writers("/data/meters/01.log", "/data/meters/02.log").root();
    assertThat(root.object()).isEqualTo("/data/meters/*");
    assertThat(writers("/data/a/1", "/log/b/2").root().object()).isEmpty();
  }

  @Test
  void nativeCodeThatWaitsForSomethingElseIsNoFiles() {
    Looks looks = new Looks(2, 0.1);
    for (int i = 0; i < 3; i++) {
      looks.runs("meter-" + i, 0, PUT, SAVE);
    }
    assertThat(looks.looks(40).ledger().roots())
        .noneMatch(root -> root.kind() == FindingKind.STORAGE_WAIT);
  }
}
