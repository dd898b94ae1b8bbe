/* Loads libraries as a JVM would, which fails when a symbol is missing: for other C libraries. */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **libraries) {
  for (int i = 1; i < count; i++) {
    if (dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL) == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
  }
  return 0;
}
