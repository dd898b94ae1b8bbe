package dev.uncork.diagnosis.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.testsupport.DefaultTier;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the libraries' files say makes sense, and is so in the libraries. */
final class LibraryFilesTest {
  private static final Path FOLDER = Path.of("src/main/resources/dev/uncork/diagnosis/library");

  @Test
  void theIndexNamesEveryFile() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<String> ids =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".properties"))
              .map(name -> name.substring(0, name.lastIndexOf('.')))
              .sorted()
              .toList();
      assertThat(Files.readAllLines(FOLDER.resolve("index"))).isEqualTo(ids);
      assertThat(LibraryWaits.ids()).isEqualTo(ids);
    }
  }

  @Test
  void everyFileMakesSense() {
    for (String id : LibraryWaits.ids()) {
      LibraryFile file = LibraryFile.of(id, LibraryWaits.properties(id));
      assertThat(file.uses()).as(id).isSubsetOf(LibraryWaits.ids());
      assertThat(file.entries()).as(id).isNotEmpty();
      for (LibraryFile.Entry entry : file.entries()) {
        assertThat(entry.places().size() + entry.threads().size()).as(id + entry).isPositive();
        assertThat(entry.told().defaultValue().isEmpty() || !entry.told().setting().isEmpty())
            .as(id + ": a value without a setting: " + entry)
            .isTrue();
        for (LibraryFile.Place place : entry.places()) {
          assertThat(inPackages(file, place.className())).as(id + ": " + place).isTrue();
        }
      }
    }
  }

  @Test
  void aFileThatMakesNoSenseIsRefusedWithTheReason() {
    assertThatThrownBy(() -> of("packages=a")).hasMessage("x: no name");
    assertThatThrownBy(() -> of("name=X\np.activity=permit\np.object=o\np.sitting=s"))
        .hasMessage("x: unknown property p.sitting");
    assertThatThrownBy(() -> of("name=X\np.activity=permits\np.object=o"))
        .hasMessage("x: no activity: permits");
    assertThatThrownBy(() -> of("name=X\np.activity=permit\np.object=o\np.at=borrow"))
        .hasMessage("x: not a class and its methods: borrow");
  }

  @Test
  void whatIsSaidOfTheJdkIsSoInThisOne() throws IOException {
    FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
    for (String id : LibraryWaits.ids()) {
      LibraryFile file = LibraryFile.of(id, LibraryWaits.properties(id));
      if (file.packages().isEmpty()) {
        List<LibraryFile.Place> missing = new ArrayList<>();
        for (LibraryFile.Entry entry : file.entries()) {
          for (LibraryFile.Place place : entry.places()) {
            if (!ClassFiles.ofJdk(jdk, place.className()).has(place.method())) {
              missing.add(place);
            }
          }
        }
        assertThat(missing).as(id).isEmpty();
      }
    }
  }

  /** Every method is in one of the versions, and every version has some of each wait's. */
  @Test
  @DefaultTier
  void whatIsSaidOfALibraryIsSoInEachOfItsVersions() throws Exception {
    LibraryJars jars = LibraryJars.fetch(Path.of("target/libraries"));
    List<String> wrong = new ArrayList<>();
    for (String id : LibraryWaits.ids()) {
      LibraryFile file = LibraryFile.of(id, LibraryWaits.properties(id));
      for (LibraryFile.Entry entry : file.entries()) {
        if (!file.packages().isEmpty()) {
          wrong.addAll(jars.mistakes(id, entry));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static boolean inPackages(LibraryFile file, String className) {
    return file.packages().isEmpty()
        || file.packages().stream().anyMatch(prefix -> className.startsWith(prefix + "."));
  }

  private static LibraryFile of(String text) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(text));
    return LibraryFile.of("x", properties);
  }
}
