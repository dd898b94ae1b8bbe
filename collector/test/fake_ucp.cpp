// A library that says it is some version of UCX, and is nothing else.
#define UNCORK_EXPORTED extern "C" __attribute__((visibility("default")))

UNCORK_EXPORTED void ucp_get_version(unsigned* major, unsigned* minor, unsigned* release) {
  *major = 1;
  *minor = UNCORK_FAKE_MINOR;
  *release = 2;
}
