"""Writes the reference of the Python package from its sources. tools/make_docs puts it into docs/python.md."""
import ast
import re

FOLDER = "python/ezscope"
GROUPS = [("Scenes", "_scene.py"), ("Parts of a scene", "_parts.py"), ("Runs", "_run.py"), ("Studies", "_studies.py"),
          ("Live view", "_widget.py"), ("Facts and errors", "_core.pyi")]
MADE_BY_OTHERS = {"FieldView"}  # classes that users do not call


def public_names(text):
    """{file without ending: names that the package imports from it}."""
    out = {"_widget": {"Live"}}  # Run.live() makes it; importing the package does not need anywidget
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            out.setdefault(node.module, set()).update(name.name for name in node.names)
    return out


def said(node):
    """The docstring in one line, or an empty text."""
    return " ".join((ast.get_docstring(node) or "").split()).replace("|", "\\|")


def decorators(node):
    return {d.func.id if isinstance(d, ast.Call) else getattr(d, "id", "") for d in node.decorator_list}


def annotation(node):
    """A type as text. Types in quotes lose them."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)


def call(name, node, owner=""):
    """The name with its arguments and result, as code. owner: the class of a method."""
    arguments = node.args
    if owner and "staticmethod" in decorators(node):
        name = f"{owner}.{name}"
    elif owner:
        arguments.args = arguments.args[1:]
    for argument in (*arguments.args, *arguments.kwonlyargs):
        argument.annotation = ast.Name(annotation(argument.annotation))
    result = annotation(node.returns) if node.returns else "None"
    return f"`{name}({ast.unparse(arguments)})" + ("`" if result == "None" else f" → {result}`")


def fields_of(node):
    """Fields of a dataclass, as arguments of its constructor."""
    out = []
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and not part.target.id.startswith("_"):
            value = "{}" if isinstance(part.value, ast.Call) else part.value and ast.unparse(part.value)
            out.append(f"{part.target.id}: {annotation(part.annotation)}" + (f"={value}" if value else ""))
    return out


def members_of(node):
    """Lines for the public methods and properties."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and not part.name.startswith("_") and said(part):
            if "property" in decorators(part):
                yield f"- `{part.name}`: {said(part)}"
            else:
                yield f"- {call(part.name, part, node.name)}: {said(part)}"


def entry(node):
    """Lines for a class or a function."""
    if isinstance(node, ast.FunctionDef):
        return [f"- {call(node.name, node)}: {said(node)}"]
    made = next((p for p in node.body if isinstance(p, ast.FunctionDef) and p.name == "__init__"), None)
    head = f"`{node.name}`"
    if made and "_core" not in ast.unparse(made.args) and node.name not in MADE_BY_OTHERS:
        head = call(node.name, made, node.name)
    elif "dataclass" in decorators(node):
        head = f"`{node.name}({', '.join(fields_of(node))})`"
    members = list(members_of(node))
    return ["", f"{head}: {said(node)}", *(["", *members] if members else []), ""]


def reference(read):
    """Lines of the reference. read(path) returns the text of a file of the project."""
    public = public_names(read(f"{FOLDER}/__init__.py"))
    out = []
    for title, file in GROUPS:
        out += ["", f"### {title}", ""]
        names = public[file.partition(".")[0]]
        for node in ast.parse(read(f"{FOLDER}/{file}")).body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name in names:
                if not said(node):
                    raise ValueError(f"{FOLDER}/{file}: {node.name} has no docstring; write one")
                out += entry(node)
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n")
    return text.split("\n")
