/** Types for the type parameters of what no test calls. */
import type { DeclaredFunction } from '../scan/declarations.ts';
import type { ScannedFile } from './fittingCalls.ts';

export interface Instance {
  /** With the types in place of the parameters. */
  readonly declared: DeclaredFunction;
  /** `[int, string]`; empty if it is not generic. */
  readonly types: string;
  /** The names of the type parameters. */
  readonly names: readonly string[];
}

/** `null` if there is none that a constraint certainly permits. */
export function instanceOf(declared: DeclaredFunction, files: readonly ScannedFile[]): Instance | null {
  const { receiver, typeParameters, parameters, results } = declared;
  const ofReceiver = files.flatMap((file) => file.genericTypes.get(receiver) ?? []);
  const names = typeParameters.map(({ name }) => name);
  const chosen = typeParameters.map(({ type }, i) => typeFor(type || (ofReceiver[i]?.type ?? '')));
  const types = chosen.filter((type) => type !== null);
  if (types.length < chosen.length) return null;
  const byName = new Map(names.map((name, i) => [name, types[i]!]));
  const inPlace = (type: string) =>
    type.replace(/(?<![\w.])[\p{L}_]\w*/gu, (name) => byName.get(name) ?? name);
  return {
    declared: {
      ...declared,
      typeParameters: [],
      parameters: parameters.map((each) => ({ ...each, type: inPlace(each.type) })),
      results: results.map(inPlace),
    },
    types: types.length === 0 ? '' : `[${types.join(', ')}]`,
    names,
  };
}

/** By what a constraint is called or lists. */
const known: readonly (readonly [constraint: RegExp, type: string])[] = [
  [/^(?:any|comparable|interface\s*\{\s*\})$/, 'int'],
  [/(?:Ordered|Integer|Signed|Number|Numeric|Real)$/i, 'int'],
  [/\bint\b/, 'int'],
  [/\bstring\b|Strings?$/, 'string'],
  [/\bfloat64\b|Floats?$/, 'float64'],
];

function typeFor(constraint: string): string | null {
  if (/Unsigned/.test(constraint)) return 'uint';
  return known.find(([each]) => each.test(constraint))?.[1] ?? null;
}
