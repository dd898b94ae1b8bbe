// The shared library as the JVM gets it: it loads, and it exports its entry point and nothing else.
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace {

#ifndef UNCORK_SANITIZED

TEST(Library, loadsAndStaysLoaded) {
  void* library = dlopen(UNCORK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(nullptr, library) << dlerror();
  EXPECT_NE(nullptr, dlsym(library, "JNI_OnLoad"));
  EXPECT_EQ(nullptr, dlsym(library, "_ZN6uncork5Clock6chooseEv")) << "hidden";
  EXPECT_EQ(0, dlclose(library));
  void* again = dlopen(UNCORK_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
  EXPECT_NE(nullptr, again) << "a thread may end, and call the library, at any later time";
}

#endif

}  // namespace
