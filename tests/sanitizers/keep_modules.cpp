// Linked into window tests under the address sanitizer: a driver that is unloaded at the end can no longer be named,
// and leaks.txt is a list of names.
extern "C" int dlclose(void*) { return 0; }
