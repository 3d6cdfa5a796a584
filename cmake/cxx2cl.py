#!/usr/bin/env python3
"""Translates functions of solver/physics from C++ to OpenCL C, so that the equations are written once.

cxx2cl.py OUT HEADER:NAME,NAME,… …  writes the named structs, enums and functions of each header to OUT, in the order given.
cxx2cl.py --self-test               translates a planted header and compares the result.

The C++ is a small part of the language: structs of numbers, and functions without loops over containers. T becomes `real`, double
becomes `wide` (double if the device has it), a const reference is passed by value, and another reference becomes a pointer. Anything
else that is not C stops the build with the header and the name.
"""
import re
import sys

NOT_C = re.compile(r"std::|::|template|\bauto\b|\[&|static_cast|<T>|\w& |constexpr")


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def for_device(text):
    """Chooses the branch of `#if defined(__CUDA_ARCH__)`, which uses plain C functions."""
    return re.sub(r"#if defined\(__CUDA_ARCH__\)\n(.*?)#else\n.*?#endif\n", r"\1", text, flags=re.S)


def block_end(text, start):
    """Returns the index after the brace that closes the one at `start`."""
    depth = 0
    for k in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[k], 0)
        if depth == 0:
            return k + 1
    raise ValueError("a brace is not closed")


def plain(text):
    text = re.sub(r"static_cast<(\w+)>\(", r"(\1)(", text)
    text = re.sub(r"(?<![\w)*&.>])(T|double|float|int)\(", r"(\1)(", text)
    text = re.sub(r"\b(\w+)<(?:T|double)>", r"\1", text)
    text = text.replace("std::", "")
    text = re.sub(r"\bQuantity::(\w+)", r"Quantity_\1", text)
    text = re.sub(r"\bQuantity\b", "int", text)
    text = text.replace("__builtin_huge_val()", "INFINITY").replace('__builtin_nan("")', "NAN")
    text = re.sub(r"\bdouble\b", "wide", text)
    return re.sub(r"\bT\b", "real", text)


def struct_of(text, name):
    found = re.search(rf"struct {name} \{{", text)
    if not found:
        return None
    body = text[found.end():block_end(text, found.end() - 1) - 1]
    body = re.sub(r"\s*=\s*(?:\{\}|[^,;]+)(?=[,;])", "", body)  # default values
    lines = [line.strip() for line in body.splitlines() if line.strip()]
    return "typedef struct {\n  " + "\n  ".join(plain(line) for line in lines) + f"\n}} {name};\n"


def enum_of(text, name):
    found = re.search(rf"enum class {name} \{{(.*?)\}}", text, flags=re.S)
    if not found:
        return None
    names = re.findall(r"\w+", found[1])
    return "enum { " + ", ".join(f"{name}_{n}" for n in names) + " };\n"


def functions_of(text, name):
    out = []
    for found in re.finditer(rf"EZ_INLINE (\w+(?:<T>)?) {name}\(", text):
        end = text.index(")", found.end())
        body_end = block_end(text, text.index("{", end))
        out.append(function(found[1], name, text[found.end():end], text[text.index("{", end):body_end]))
    return out


def function(result, name, parameters, body):
    result = plain(result)
    parameters = [" ".join(p.split()) for p in parameters.split(",")] if parameters.strip() else []
    out = []
    for p in parameters:
        p = re.sub(r"^const (\w+(?:<T>)?)& ", r"\1 ", p)
        changed = re.match(r"^(\w+(?:<T>)?)& (\w+)$", p)
        if changed:
            p = f"{changed[1]}* {changed[2]}"
            body = re.sub(rf"\b(?<!\.){changed[2]}\b", f"(*{changed[2]})", body)
        out.append(plain(p))
    body = re.sub(r"return \{", f"return ({result}){{", plain(body))
    return f"static inline {result} {name}({', '.join(out) or 'void'}) {body}\n"


def translated(header, text, names):
    text = for_device(without_comments(text))
    out = [f"// ---- {header}\n"]
    for name in names:
        # "name#0": only the first of several functions of that name.
        name, _, number = name.partition("#")
        found = struct_of(text, name) or enum_of(text, name)
        pieces = [found] if found else functions_of(text, name)
        if not pieces:
            raise ValueError(f"{header} has no struct, enum or function {name}")
        if number:
            pieces = [pieces[int(number)]]
        if len(pieces) > 1:
            raise ValueError(f"{header} has {len(pieces)} functions {name}, but C has no overloads; name one as {name}#0")
        wrong = NOT_C.search(pieces[0])
        if wrong:
            raise ValueError(f"{header}: {name} uses `{wrong[0]}`, which is not C; write it as the other functions are")
        out += pieces
    return "".join(out)


def self_test():
    header = """
template <class T>
struct Pair { // two
  T a = 1, b = 0;
};
enum class Kind {
  one,
  two
};
template <class T>
EZ_INLINE T step(const Pair<T>& k, T d, T& psi) {
  psi = fused(k.b, psi, T(0.5) * d);
  return static_cast<T>(k.a) + psi;
}
template <class T>
EZ_INLINE Pair<T> both(T x) {
  return {x, -x};
}
template <class T>
EZ_INLINE T bad(T x) {
  const auto f = x;
  return f;
}
"""
    expected = """// ---- h
typedef struct {
  real a, b;
} Pair;
enum { Kind_one, Kind_two };
static inline real step(Pair k, real d, real* psi) {
  (*psi) = fused(k.b, (*psi), (real)(0.5) * d);
  return (real)(k.a) + (*psi);
}
static inline Pair both(real x) {
  return (Pair){x, -x};
}
"""
    header = header.replace("struct Pair { // two\n  T a", "struct Pair {  // two\n  T a")
    got = translated("h", header, ["Pair", "Kind", "step", "both"])
    wrong = [] if got == expected else [f"expected:\n{expected}\ngot:\n{got}"]
    for name in ("bad", "missing"):
        try:
            translated("h", header, [name])
            wrong.append(f"{name} was translated")
        except ValueError:
            pass
    print("\n".join(wrong) or "translates structs, enums and functions, and refuses the rest")
    return bool(wrong)


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    out = ["// Generated by cmake/cxx2cl.py from solver/physics.\n"]
    for argument in sys.argv[2:]:
        header, _, names = argument.partition(":")
        with open(header, encoding="utf-8") as file:
            text = file.read()
        try:
            out.append(translated(header[header.rindex("solver/"):], text, names.split(",")))
        except ValueError as error:
            print(f"cxx2cl: {error}", file=sys.stderr)
            return 1
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("".join(out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
