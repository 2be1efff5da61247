/** Parentheses in C++ names that are no argument list. */
const reserved = ['(anonymous namespace)', 'operator()'];

/**
 * A function name without its argument list, which pprof takes off before it matches names against a profile's
 * `drop_frames`: everything from the first `(` that is not part of a reserved C++ name. A leading dot goes, too.
 */
export function simplifiedName(name: string): string {
  const text = name.startsWith('.') ? name.slice(1) : name;
  for (let at = 0; at < text.length; at++) {
    const skipped = reserved.find((word) => text.startsWith(word, at));
    if (skipped !== undefined) at += skipped.length - 1;
    else if (text[at] === '(') return text.slice(0, at);
  }
  return text;
}
