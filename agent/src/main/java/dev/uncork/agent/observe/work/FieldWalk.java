package dev.uncork.agent.observe.work;

import dev.uncork.agent.jvm.DeclaredField;
import dev.uncork.agent.observe.code.CodePlace;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the program's objects in search of numbers: from static fields and from what threads
 * run, by references, breadth first and not far. The places of one field in several objects are one
 * counter, their sum: each of several workers may count its own, or all in one that they share.
 */
final class FieldWalk {
  private static final int MOST_CLASSES = 400;
  private static final int MOST_OBJECTS = 2000;
  private static final int MOST_PLACES = 1500;
  private static final int MOST_ELEMENTS = 64;

  /** References from a static field or a thread's task to an object that is looked at. */
  private static final int FARTHEST = 3;

  private record Step(Object object, int distance) {}

  private final Map<String, GrowingField> found = new LinkedHashMap<>();
  private final Map<Class<?>, List<DeclaredField>> fields = new HashMap<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Step> ahead = new ArrayDeque<>();
  private final int since;
  private final Map<String, Set<Object>> numbers = new HashMap<>();
  private int places;

  /**
   * Saw nothing yet.
   *
   * @param since moments at which numbers were read before
   */
  FieldWalk(int since) {
    this.since = since;
  }

  /** Looks at static fields of these classes, which may lead to objects. */
  void addClasses(Iterable<Class<?>> classes) {
    for (Class<?> type : classes) {
      for (DeclaredField field : fieldsOf(type)) {
        if (field.isStatic()) {
          look(field, type, null, 0);
        }
      }
    }
  }

  /** Looks at what a thread runs, be it of the JDK. */
  void addTask(Object task) {
    if (seen.add(task)) {
      lookInto(new Step(task, 0), true);
    }
  }

  /** Looks at the fields of a thread that a class of the program's is. */
  void addThread(Thread thread) {
    follow(thread, 0);
  }

  /** Goes on from what was added; the numbers in the order in which they were come by. */
  Collection<GrowingField> walk() {
    for (Step step = ahead.poll(); step != null; step = ahead.poll()) {
      if (step.object instanceof Object[] array) {
        for (int i = 0; i < Math.min(MOST_ELEMENTS, array.length); i++) {
          follow(array[i], step.distance);
        }
      } else {
        lookInto(step, isTask(step.object));
      }
    }
    return found.values();
  }

  private void lookInto(Step step, boolean also) {
    for (Class<?> type = step.object.getClass();
        type != null && (also || isOfProgram(type));
        type = type.getSuperclass()) {
      for (DeclaredField field : fieldsOf(type)) {
        if (!field.isStatic()) {
          look(field, type, step.object, step.distance);
        }
      }
    }
  }

  private List<DeclaredField> fieldsOf(Class<?> type) {
    List<DeclaredField> known = fields.get(type);
    if (known == null) {
      known = fields.size() < MOST_CLASSES ? changing(type) : List.of();
      fields.put(type, known);
    }
    return known;
  }

  private static List<DeclaredField> changing(Class<?> type) {
    return DeclaredField.of(type).stream().filter(field -> !field.isConstant()).toList();
  }

  private void look(DeclaredField field, Class<?> type, @Nullable Object holder, int distance) {
    NumberPlace place = NumberPlace.of(field, holder);
    if (place == null) {
      follow(field.mayHoldObjects() ? field.reference(holder) : null, distance + 1);
    } else if (places < MOST_PLACES) {
      String name = type.getName() + "." + field.name();
      if (isCounted(name, place.object())) {
        return;
      }
      places++;
      found.computeIfAbsent(name, n -> new GrowingField(n, since)).add(place);
    }
  }

  private boolean isCounted(String name, @Nullable Object number) {
    return number != null
        && !numbers
            .computeIfAbsent(name, n -> Collections.newSetFromMap(new IdentityHashMap<>()))
            .add(number);
  }

  private void follow(@Nullable Object object, int distance) {
    if (object != null
        && distance <= FARTHEST
        && seen.size() < MOST_OBJECTS
        && (object instanceof Object[] || isTask(object) || isOfProgram(object.getClass()))
        && seen.add(object)) {
      ahead.add(new Step(object, distance));
    }
  }

  /** Also one of the JDK's, such as a {@code FutureTask}, around one of the program's. */
  private static boolean isTask(Object object) {
    return (object instanceof Runnable || object instanceof Callable)
        && !(object instanceof Thread);
  }

  private static boolean isOfProgram(Class<?> type) {
    return CodePlace.isOfProgram(type.getName());
  }
}
