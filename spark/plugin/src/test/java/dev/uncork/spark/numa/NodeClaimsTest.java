package dev.uncork.spark.numa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each executor is a JVM of its own, since claims are a process's. */
class NodeClaimsTest {
  @TempDir private Path directory;
  private final List<Process> executors = new ArrayList<>();

  private Path claims() {
    return directory.resolve("claims");
  }

  @AfterEach
  void endAll() {
    executors.forEach(Process::destroyForcibly);
  }

  /**
   * Claims, says what it knew of others, and waits for the end of its input; without a share it
   * keeps the table to itself, as an executor does that was stopped at the wrong moment.
   */
  static final class Claimant {
    private Claimant() {}

    public static void main(String[] args) throws IOException {
      Path directory = Path.of(args[0]);
      if (args.length == 1) {
        try (FileChannel file =
                FileChannel.open(directory.resolve("numa-nodes"), StandardOpenOption.WRITE);
            FileLock common = file.lock(0, 1, false)) {
          System.out.println("locked " + common.isValid());
          awaitEndOfInput();
        }
        return;
      }
      try (NodeClaims claims = NodeClaims.open(directory, args[1])) {
        List<NodeShare> others = claims.others();
        boolean claimed = claims.claim(NodeShare.parse(args[2]), others);
        System.out.println(claimed + " beside " + others.stream().map(NodeShare::text).toList());
        awaitEndOfInput();
      }
    }

    private static void awaitEndOfInput() throws IOException {
      while (System.in.read() >= 0) {
        // It goes on.
      }
    }
  }

  private String claim(String application, String share) throws IOException {
    return firstLine(application, share);
  }

  private String firstLine(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Claimant.class.getName(), claims().toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    executors.add(process);
    return String.valueOf(process.inputReader(StandardCharsets.UTF_8).readLine());
  }

  @Test
  void applicationsSeeWhatOthersHaveUntilTheseAreKilled() throws Exception {
    assertThat(claim("a", "0/4")).isEqualTo("true beside []");
    assertThat(claim("b", "1/4")).isEqualTo("true beside [0/4]");
    // Executors of one application know each other through their driver.
    assertThat(claim("a", "0-1/8")).isEqualTo("true beside [1/4]");
    executors.get(0).destroyForcibly().waitFor(); // SIGKILL
    assertThat(claim("c", "2/1")).isEqualTo("true beside [0-1/8, 1/4]");
    executors.get(1).getOutputStream().close();
    assertThat(executors.get(1).waitFor(30, TimeUnit.SECONDS)).isTrue();
    try (NodeClaims claims = NodeClaims.open(claims(), "d")) {
      assertThat(claims.others().stream().map(NodeShare::text)).containsExactly("0-1/8", "2/1");
    }
    // Records of those that are gone were written over.
    assertThat(Files.size(claims().resolve("numa-nodes"))).isEqualTo(4 * 256);
  }

  @Test
  void whoeverHasChosenWithoutAnotherMustChooseAgain() throws Exception {
    try (NodeClaims claims = NodeClaims.open(claims(), "a")) {
      List<NodeShare> before = claims.others();
      claim("b", "0/4");
      assertThat(claims.claim(NodeShare.parse("0/4"), before)).isFalse();
      List<NodeShare> now = claims.others();
      assertThat(now).containsExactly(NodeShare.parse("0/4"));
      assertThat(claims.claim(NodeShare.parse("1/4"), now)).isTrue();
      assertThat(claim("c", "0/4")).isEqualTo("true beside [0/4, 1/4]");
    }
    assertThat(claim("d", "0/4")).isEqualTo("true beside [0/4, 0/4]");
  }

  @Test
  void aTableThatAnotherProcessKeepsIsDoneWithout() throws Exception {
    try (NodeClaims claims = NodeClaims.open(claims(), "a")) {
      assertThat(firstLine()).isEqualTo("locked true");
      assertThatThrownBy(claims::others)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("locked by another process for more than a second");
      executors.get(0).destroyForcibly().waitFor();
      assertThat(claims.others()).isEmpty();
    }
  }

  @Test
  void onlyThisUserReachesIt() throws Exception {
    NodeClaims.open(claims(), "a").close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(claims())))
        .isEqualTo("rwx------");
    Path file = claims().resolve("numa-nodes");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Files.setPosixFilePermissions(claims(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> NodeClaims.open(claims(), "a"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rwxrwxrwx; expected a directory of user");
  }

  @Test
  void aLinkInItsPlaceIsNotFollowed() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createSymbolicLink(claims(), elsewhere);
    assertThatThrownBy(() -> NodeClaims.open(claims(), "a"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no directory");
    assertThat(elsewhere).isEmptyDirectory();
  }
}
