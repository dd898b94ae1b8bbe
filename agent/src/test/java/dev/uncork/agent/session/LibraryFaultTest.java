package dev.uncork.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.AgentFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryFaultTest {
  @Test
  void namesThePlatformsThatThereAre(@TempDir Path lib) throws IOException {
    AgentFiles files = new AgentFiles(lib);
    assertThat(LibraryFault.missing(files))
        .isEqualTo(
            "no native library for " + AgentFiles.platform() + " in " + lib + "; there: none");

    for (String platform : new String[] {"linux-z80", "linux-m68k"}) {
      Files.createFile(Files.createDirectory(lib.resolve(platform)).resolve("libuncork.so"));
    }
    Files.createDirectory(lib.resolve("linux-empty"));
    assertThat(LibraryFault.missing(files)).endsWith("; there: linux-m68k, linux-z80");
  }

  @Test
  void namesTheCLibraryOfThisProcess() {
    assertThat(LibraryFault.unloadable("no")).matches("no \\(C library: (glibc|musl), \\S+\\)");
  }

  @Test
  void knowsCLibrariesByTheirFiles() {
    assertThat(of("7f00-7f01 r--p 00000000 fe:00 12 /lib/x86_64-linux-gnu/libc.so.6"))
        .isEqualTo("glibc, libc.so.6");
    assertThat(of("7f00-7f01 r--p 00000000 fe:00 12 /lib/x86_64-linux-gnu/libc-2.31.so"))
        .isEqualTo("glibc, libc-2.31.so");
    assertThat(of("7f00-7f01 r--p 00000000 fe:00 12 /lib/ld-musl-aarch64.so.1"))
        .isEqualTo("musl, ld-musl-aarch64.so.1");
    assertThat(of("7f00-7f01 r--p 00000000 fe:00 12 /usr/lib/libcrypto.so.3")).isEqualTo("unknown");
  }

  private static String of(String line) {
    return LibraryFault.cLibrary(Stream.of("7e00-7e01 rw-p 00000000 00:00 0", line));
  }
}
