package dev.uncork.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.Recording;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.Sample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The profiles as OpenTelemetry's own classes parse them. */
class OtlpProfilesTest {
  @Test
  void oneProfilePerSampleTypeWithTheExactTotals() throws IOException {
    ProfilesData data = parsed(Made.recording("com.acme.Cache", Made.PUT));
    ProfilesDictionary words = data.getDictionary();
    List<Profile> profiles = data.getResourceProfiles(0).getScopeProfiles(0).getProfilesList();

    assertThat(profiles)
        .extracting(profile -> name(words, profile) + " " + total(profile))
        .containsExactly("delay/ns 7000000", "contentions/1 1234", "holding/1 20", "samples/1 3");
    assertThat(profiles)
        .allMatch(profile -> profile.getDurationNano() == 2_000_000_000L)
        .allMatch(profile -> profile.getProfileId().size() == 16);
  }

  @Test
  void everyIndexPointsToSomething() throws IOException {
    ProfilesData data = parsed(Made.recording("com.acme.Cache", Made.PUT));
    ProfilesDictionary words = data.getDictionary();

    assertThat(words.getStringTable(0)).isEmpty();
    assertThat(new HashSet<>(words.getStringTableList())).hasSize(words.getStringTableCount());
    Profile waits = data.getResourceProfiles(0).getScopeProfiles(0).getProfiles(0);
    Sample sample = waits.getSamples(0);
    List<Integer> stack = words.getStackTable(sample.getStackIndex()).getLocationIndicesList();
    Location innermost = words.getLocationTable(stack.get(0));
    assertThat(innermost.getLines(0).getLine()).isEqualTo(42);
    assertThat(
            words.getStringTable(
                words.getFunctionTable(innermost.getLines(0).getFunctionIndex()).getNameStrindex()))
        .isEqualTo("com.acme.Cache.put");
    assertThat(sample.getAttributeIndicesList())
        .extracting(index -> words.getAttributeTable(index).getValue().getStringValue())
        .contains("com.acme.Cache");
  }

  @Test
  void anEmptyRecordingHasNoProfiles() throws IOException {
    assertThat(parsed(Made.empty()).getResourceProfiles(0).getScopeProfiles(0).getProfilesList())
        .isEmpty();
  }

  private static String name(ProfilesDictionary words, Profile profile) {
    return words.getStringTable(profile.getSampleType().getTypeStrindex())
        + "/"
        + words.getStringTable(profile.getSampleType().getUnitStrindex());
  }

  private static long total(Profile profile) {
    return profile.getSamplesList().stream().mapToLong(sample -> sample.getValues(0)).sum();
  }

  private static ProfilesData parsed(Recording recording) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    OtlpProfiles.write(recording, StackProfile.of(recording), bytes);
    return ProfilesData.parseFrom(bytes.toByteArray());
  }
}
