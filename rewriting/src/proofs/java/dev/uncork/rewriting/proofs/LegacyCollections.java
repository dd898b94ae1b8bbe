package dev.uncork.rewriting.proofs;

import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.TestStringSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import com.google.common.collect.testing.features.MapFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.function.Function;
import java.util.function.Supplier;
import junit.framework.Test;
import junit.framework.TestSuite;

/** Guava's conformance tests of collections, on the JDK's synchronized ones. */
public final class LegacyCollections {
  private LegacyCollections() {}

  /** What JUnit looks for. */
  public static Test suite() {
    TestSuite suite = new TestSuite();
    suite.addTest(list("Vector", Vector::new));
    suite.addTest(
        list(
            "Stack",
            elements -> {
              Stack<String> stack = new Stack<>();
              stack.addAll(elements);
              return stack;
            }));
    suite.addTest(
        list("synchronizedList", all -> Collections.synchronizedList(new ArrayList<>(all))));
    suite.addTest(map("Hashtable", Hashtable::new, false));
    suite.addTest(
        map("synchronizedMap", () -> Collections.synchronizedMap(new HashMap<>()), true));
    suite.addTest(set());
    return suite;
  }

  private static Test list(String name, Function<List<String>, List<String>> maker) {
    return ListTestSuiteBuilder.using(
            new TestStringListGenerator() {
              @Override
              protected List<String> create(String[] elements) {
                return maker.apply(Arrays.asList(elements));
              }
            })
        .named(name)
        .withFeatures(
            ListFeature.GENERAL_PURPOSE,
            CollectionFeature.SERIALIZABLE,
            CollectionFeature.ALLOWS_NULL_VALUES,
            CollectionSize.ANY)
        .createTestSuite();
  }

  private static Test map(String name, Supplier<Map<String, String>> maker, boolean nulls) {
    MapTestSuiteBuilder<String, String> builder =
        MapTestSuiteBuilder.using(
                new TestStringMapGenerator() {
                  @Override
                  protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                    Map<String, String> map = maker.get();
                    for (Map.Entry<String, String> entry : entries) {
                      map.put(entry.getKey(), entry.getValue());
                    }
                    return map;
                  }
                })
            .named(name)
            .withFeatures(
                MapFeature.GENERAL_PURPOSE,
                CollectionFeature.SERIALIZABLE,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                CollectionSize.ANY);
    if (nulls) {
      builder.withFeatures(MapFeature.ALLOWS_NULL_KEYS, MapFeature.ALLOWS_NULL_VALUES);
    }
    return builder.createTestSuite();
  }

  private static Test set() {
    return SetTestSuiteBuilder.using(
            new TestStringSetGenerator() {
              @Override
              protected Set<String> create(String[] elements) {
                return Collections.synchronizedSet(new LinkedHashSet<>(Arrays.asList(elements)));
              }
            })
        .named("synchronizedSet")
        .withFeatures(
            CollectionFeature.GENERAL_PURPOSE,
            CollectionFeature.ALLOWS_NULL_VALUES,
            CollectionFeature.KNOWN_ORDER,
            CollectionFeature.SERIALIZABLE,
            CollectionSize.ANY)
        .createTestSuite();
  }
}
