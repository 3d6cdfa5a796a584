# Script run by ezscope_embed. Writes OUT/embed/NAME.h and OUT/NAME.cpp from FILES.
file(WRITE ${OUT}/embed/${NAME}.h "// Generated from the files that ezscope_embed(${NAME}) names.
#pragma once
#include <span>
#include <string_view>
namespace embedded {
struct File { std::string_view name, bytes; };
std::span<const File> ${NAME}();
}
")
set(body "#include \"embed/${NAME}.h\"\nnamespace embedded {\nnamespace {\n")
set(table "")
set(i 0)
foreach(path IN LISTS FILES)
  get_filename_component(base ${path} NAME)
  file(READ ${path} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND body "const unsigned char data_${i}[] = {${bytes}0};\n")
  string(APPEND table "  {\"${base}\", {reinterpret_cast<const char*>(data_${i}), sizeof(data_${i}) - 1}},\n")
  math(EXPR i "${i} + 1")
endforeach()
string(APPEND body "const File table[] = {\n${table}};\n}\nstd::span<const File> ${NAME}() { return table; }\n}\n")
file(WRITE ${OUT}/${NAME}.cpp "${body}")
