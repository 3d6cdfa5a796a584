// Linked into window tests under the address sanitizer. A driver unloaded at the end has no name any more, but
// leaks.txt is a list of names.
extern "C" int dlclose(void*) { return 0; }
