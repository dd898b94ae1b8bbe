package dev.uncork.report.export;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Recording;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.KeyValueAndUnit;
import io.opentelemetry.proto.profiles.v1development.Line;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.ScopeProfiles;
import io.opentelemetry.proto.profiles.v1development.Stack;
import io.opentelemetry.proto.profiles.v1development.ValueType;
import io.opentelemetry.proto.resource.v1.Resource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * A recording as OpenTelemetry profiles: {@code ProfilesData} of the signal's development version,
 * one profile per sample type, with one dictionary.
 */
final class OtlpProfiles {
  private final ProfilesDictionary.Builder dictionary = ProfilesDictionary.newBuilder();
  private final Map<String, Integer> strings = new HashMap<>();
  private final Map<String, Integer> functions = new HashMap<>();
  private final Map<Frame, Integer> locations = new HashMap<>();
  private final Map<List<Frame>, Integer> stacks = new HashMap<>();
  private final Map<String, Integer> attributes = new HashMap<>();

  private OtlpProfiles() {
    // Index 0 of every table stands for "none".
    string("");
    dictionary.addMappingTable(Mapping.getDefaultInstance());
    dictionary.addLocationTable(Location.getDefaultInstance());
    dictionary.addFunctionTable(Function.getDefaultInstance());
    dictionary.addLinkTable(Link.getDefaultInstance());
    dictionary.addAttributeTable(KeyValueAndUnit.getDefaultInstance());
    dictionary.addStackTable(Stack.getDefaultInstance());
  }

  static void write(Recording recording, StackProfile profile, OutputStream out)
      throws IOException {
    new OtlpProfiles().encode(recording, profile).writeTo(out);
  }

  private ProfilesData encode(Recording recording, StackProfile profile) {
    ScopeProfiles.Builder scope =
        ScopeProfiles.newBuilder()
            .setScope(
                InstrumentationScope.newBuilder()
                    .setName("uncork")
                    .setVersion(recording.collector().uncorkVersion()));
    add(scope, recording, profile, StackKind.WAITS, "delay", "ns", StackProfile.Entry::waitNanos);
    add(scope, recording, profile, StackKind.WAITS, "contentions", "1", StackProfile.Entry::count);
    add(scope, recording, profile, StackKind.HOLDERS, "holding", "1", StackProfile.Entry::count);
    add(scope, recording, profile, StackKind.CPU, "samples", "1", StackProfile.Entry::count);
    return ProfilesData.newBuilder()
        .addResourceProfiles(
            ResourceProfiles.newBuilder().setResource(resource(recording)).addScopeProfiles(scope))
        .setDictionary(dictionary)
        .build();
  }

  private void add(
      ScopeProfiles.Builder scope,
      Recording recording,
      StackProfile source,
      StackKind kind,
      String type,
      String unit,
      ToLongFunction<StackProfile.Entry> value) {
    Profile.Builder profile =
        Profile.newBuilder()
            .setSampleType(
                ValueType.newBuilder().setTypeStrindex(string(type)).setUnitStrindex(string(unit)))
            .setTimeUnixNano(
                recording.start().getEpochSecond() * 1_000_000_000L + recording.start().getNano())
            .setDurationNano(recording.durationNanos())
            .setProfileId(com.google.protobuf.ByteString.copyFrom(randomId()));
    for (StackProfile.Entry entry : source.entries()) {
      if (entry.kind() == kind) {
        Sample.Builder sample =
            Sample.newBuilder()
                .setStackIndex(stack(entry.frames()))
                .addValues(value.applyAsLong(entry));
        attribute("uncork.lock.class", entry.lockClass(), sample);
        attribute("thread.name", entry.thread(), sample);
        profile.addSamples(sample);
      }
    }
    if (profile.getSamplesCount() > 0) {
      scope.addProfiles(profile);
    }
  }

  private static ByteBuffer randomId() {
    byte[] id = new byte[16];
    new SecureRandom().nextBytes(id);
    return ByteBuffer.wrap(id);
  }

  private static Resource resource(Recording recording) {
    return Resource.newBuilder()
        .addAttributes(attribute("service.name", serviceName(recording)))
        .addAttributes(
            KeyValue.newBuilder()
                .setKey("process.pid")
                .setValue(AnyValue.newBuilder().setIntValue(recording.collector().pid())))
        .addAttributes(attribute("process.runtime.description", recording.collector().jvm()))
        .addAttributes(attribute("process.command_line", recording.collector().command()))
        .build();
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  /** The main class or jar, which is what people call the program. */
  private static String serviceName(Recording recording) {
    String command = recording.collector().command().strip();
    return command.isEmpty() ? "unknown_service:java" : command.split("\\s+", 2)[0];
  }

  private void attribute(String key, String value, Sample.Builder sample) {
    if (value.isEmpty()) {
      return;
    }
    Integer index = attributes.get(key + "=" + value);
    if (index == null) {
      index = dictionary.getAttributeTableCount();
      attributes.put(key + "=" + value, index);
      dictionary.addAttributeTable(
          KeyValueAndUnit.newBuilder()
              .setKeyStrindex(string(key))
              .setValue(AnyValue.newBuilder().setStringValue(value)));
    }
    sample.addAttributeIndices(index);
  }

  private int stack(List<Frame> frames) {
    Integer index = stacks.get(frames);
    if (index == null) {
      Stack.Builder stack = Stack.newBuilder();
      frames.forEach(frame -> stack.addLocationIndices(location(frame)));
      index = dictionary.getStackTableCount();
      stacks.put(frames, index);
      dictionary.addStackTable(stack);
    }
    return index;
  }

  private int location(Frame frame) {
    Integer index = locations.get(frame);
    if (index == null) {
      Line line = Line.newBuilder().setFunctionIndex(function(frame)).setLine(frame.line()).build();
      index = dictionary.getLocationTableCount();
      locations.put(frame, index);
      dictionary.addLocationTable(
          Location.newBuilder().addLines(line).addAttributeIndices(frameType()));
    }
    return index;
  }

  private int frameType() {
    Sample.Builder holder = Sample.newBuilder();
    attribute("profile.frame.type", "jvm", holder);
    return holder.getAttributeIndices(0);
  }

  private int function(Frame frame) {
    String key = frame.qualifiedMethod() + "\n" + frame.file();
    Integer index = functions.get(key);
    if (index == null) {
      int name = string(frame.qualifiedMethod());
      index = dictionary.getFunctionTableCount();
      functions.put(key, index);
      dictionary.addFunctionTable(
          Function.newBuilder().setNameStrindex(name).setFilenameStrindex(string(frame.file())));
    }
    return index;
  }

  private int string(String text) {
    Integer index = strings.get(text);
    if (index == null) {
      index = dictionary.getStringTableCount();
      strings.put(text, index);
      dictionary.addStringTable(text);
    }
    return index;
  }
}
