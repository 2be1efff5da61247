/**
 * Which files Go leaves out of a build, and why: by a `//go:build` line or by a system in the file's name (`go help
 * buildconstraint`). Pure.
 */
import type { GoToolchain } from '../toolchain/toolchain.ts';

/** What constraints are about, as a build has it. */
export interface BuildFacts extends Pick<GoToolchain, 'goos' | 'goarch' | 'cgo' | 'version'> {
  /** The build tags that are set. */
  readonly tags: readonly string[];
}

export type LeftOut =
  /** With these tags besides, the file is built. */
  | { readonly why: 'tags'; readonly tags: readonly string[] }
  /** It is for another system, another version of Go, or for a build without a tag that is set. */
  | { readonly why: 'system'; readonly constraint: string }
  /** By convention, no build sets the tag `ignore`. */
  | { readonly why: 'ignore' };

/** The names that have a meaning in file names: `GOOS` and `GOARCH`, also those that Go only plans. */
const systems = new Set(
  `aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows
   zos`.split(/\s+/),
);
const architectures = new Set(
  `386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64
   ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`.split(/\s+/),
);
const unix = new Set(
  'aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris'.split(' '),
);
/** A build for the first is also one for the second. */
const alsoBuilds = new Map([
  ['android', 'linux'],
  ['illumos', 'solaris'],
  ['ios', 'darwin'],
]);
/** Tags that flags or the compiler set, not the user. */
const ofCompiler = new Set('unix cgo gc gccgo race msan asan boringcrypto'.split(' '));

/** Why a file is left out of a build; `null` for a file that is part of it, and where the constraint cannot be read. */
export function leftOut(fileName: string, text: string, facts: BuildFacts): LeftOut | null {
  const named = systemInName(fileName);
  if (named.some((system) => !isSet(system, facts))) return { why: 'system', constraint: named.join(' && ') };
  const constraint = constraintOf(text);
  const expression = constraint === null ? null : parse(constraint);
  if (constraint === null || expression === null) return null;
  if (holds(expression, (tag) => isSet(tag, facts))) return null;
  const free = [...new Set(tagsIn(expression))].filter((tag) => !isFixed(tag) && !facts.tags.includes(tag));
  const tags = fewest(free, (chosen) =>
    holds(expression, (tag) => chosen.includes(tag) || isSet(tag, facts)),
  );
  if (tags === null) return { why: 'system', constraint };
  return tags.includes('ignore') ? { why: 'ignore' } : { why: 'tags', tags };
}

function isSet(tag: string, { goos, goarch, cgo, version, tags }: BuildFacts): boolean {
  const release = /^go1\.(\d+)$/.exec(tag);
  if (release) return Number(release[1]) <= Number(/^go1\.(\d+)/.exec(version)?.[1] ?? 0);
  if (tag === 'unix') return unix.has(goos);
  if (tag === 'cgo') return cgo;
  return tag === 'gc' || tag === goos || tag === goarch || tag === alsoBuilds.get(goos) || tags.includes(tag);
}

/** Whether the system, Go's version or a flag decides about a tag, so that setting it would not help. */
function isFixed(tag: string): boolean {
  return (
    systems.has(tag) || architectures.has(tag) || ofCompiler.has(tag) || /^(go1\.|goexperiment\.)/.test(tag)
  );
}

/** `GOOS`, `GOARCH` or both from `name_GOOS_GOARCH_test.go`. */
function systemInName(fileName: string): string[] {
  const parts = fileName
    .replace(/\.go$/, '')
    .replace(/_test$/, '')
    .split('_')
    .slice(1);
  const last = parts.at(-1) ?? '';
  const before = parts.at(-2) ?? '';
  if (architectures.has(last)) return systems.has(before) ? [before, last] : [last];
  return systems.has(last) ? [last] : [];
}

/** The expression of the `//go:build` line. It stands before the package clause, among blank lines and comments. */
function constraintOf(text: string): string | null {
  let inComment = false;
  for (const line of text.replace(/^\uFEFF/, '').split('\n')) {
    const trimmed = line.trim();
    const found = inComment ? null : /^\/\/go:build\s(.*)$/s.exec(trimmed);
    if (found) return found[1]!.trim();
    if (inComment || trimmed.startsWith('/*')) inComment = !trimmed.includes('*/');
    else if (trimmed !== '' && !trimmed.startsWith('//')) return null;
  }
  return null;
}

type Expression =
  | { readonly tag: string }
  | { readonly not: Expression }
  | { readonly all: readonly Expression[] }
  | { readonly any: readonly Expression[] };

/** Programs have a few. Each `(` and `!` is read within the one before, and so many do not overflow the stack. */
const mostWords = 1000;

/** Reads `linux && (amd64 || !cgo)`. `null` if it is no such expression, or a very long one. */
function parse(text: string): Expression | null {
  const words = text.split('//', 1)[0]!.match(/&&|\|\||[!()]|[\p{L}\p{N}_.]+|\S/gu) ?? [];
  if (words.length > mostWords) return null;
  let at = 0;
  const list = (operator: string, part: () => Expression | null): Expression[] | null => {
    const parts: Expression[] = [];
    do {
      const read = part();
      if (read === null) return null;
      parts.push(read);
    } while (words[at] === operator && ++at);
    return parts;
  };
  const any = (): Expression | null => {
    const parts = list('||', all);
    return parts && { any: parts };
  };
  const all = (): Expression | null => {
    const parts = list('&&', not);
    return parts && { all: parts };
  };
  const not = (): Expression | null => {
    const word = words[at++] ?? '';
    if (word === '!') {
      const inner = not();
      return inner && { not: inner };
    }
    if (word === '(') {
      const inner = any();
      return words[at++] === ')' ? inner : null;
    }
    return /^[\p{L}\p{N}_.]+$/u.test(word) ? { tag: word } : null;
  };
  const read = any();
  return at === words.length ? read : null;
}

function holds(expression: Expression, isTrue: (tag: string) => boolean): boolean {
  if ('tag' in expression) return isTrue(expression.tag);
  if ('not' in expression) return !holds(expression.not, isTrue);
  if ('all' in expression) return expression.all.every((part) => holds(part, isTrue));
  return expression.any.some((part) => holds(part, isTrue));
}

function tagsIn(expression: Expression): string[] {
  if ('tag' in expression) return [expression.tag];
  if ('not' in expression) return tagsIn(expression.not);
  return ('all' in expression ? expression.all : expression.any).flatMap(tagsIn);
}

/** More tags than this in one constraint are not tried out: their subsets would be too many. */
const mostTags = 8;

/** The smallest subset for which `works`; `null` if there is none. */
function fewest(
  tags: readonly string[],
  works: (chosen: readonly string[]) => boolean,
): readonly string[] | null {
  const tried = tags.slice(0, mostTags);
  const subsets = Array.from({ length: 2 ** tried.length }, (_, bits) =>
    tried.filter((_, i) => (bits >> i) & 1),
  );
  return subsets.sort((a, b) => a.length - b.length).find(works) ?? null;
}
