/** Version in a module path: `/v2` before a dot or slash. */
const goVersion = /^(.*?)\/v(?:[2-9]|[1-9][0-9]+)([./].*)$/;
/** Keeps the last path element on, and the class on: packages and namespaces fill boxes and say little. */
const shortForms = [
  /^(?:[\w\-.]+\/)+([^.]+\..+)/,
  /^(?:[a-z]\w*\.)*([A-Z][\w$]*\.(?:<init>|[a-z][\w$]*(?:\$\d+)?))(?:\(|$)/,
  /^(?:[_a-zA-Z]\w*::)+(_*[A-Z]\w*::~?[_a-zA-Z]\w*(?:<.*>)?)/,
];

/** A function's name as pprof writes it into the boxes of a graph: without path, package or namespace. */
export function shortFunctionName(name: string): string {
  const plain = name.replace(/^\(anonymous namespace\)::/, '').replace(goVersion, '$1$2');
  for (const form of shortForms) {
    const short = form.exec(plain)?.[1];
    if (short !== undefined) return short;
  }
  return plain;
}
