package dev.uncork.transport;

/**
 * What an output is known by in its process.
 *
 * @param group outputs that end together
 * @param id unique in the group
 */
record OutputKey(int group, long id) {
  String fileName() {
    return "output-" + group + "-" + id;
  }
}
