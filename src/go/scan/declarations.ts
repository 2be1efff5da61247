/** What a Go file declares at its top level, and imports. */
import type { Node } from 'web-tree-sitter';
import { descendants, namedChildren, readStringLiteral, shortText } from './syntax.ts';

export interface DeclaredParameter {
  /** Empty or `_` where it has none. */
  readonly name: string;
  /** As written; of `...T` the `T`. */
  readonly type: string;
  readonly isVariadic: boolean;
}

export interface DeclaredFunction {
  readonly name: string;
  /** The name of the type whose method it is, without `*`; empty for a function. */
  readonly receiver: string;
  readonly hasPointer: boolean;
  /** With their constraints; of a method those of its receiver, with none. */
  readonly typeParameters: readonly DeclaredParameter[];
  readonly parameters: readonly DeclaredParameter[];
  /** The types of its results, as written. */
  readonly results: readonly string[];
  /** Its lines, 0-based. */
  readonly firstLine: number;
  readonly lastLine: number;
}

export interface DeclaredFile {
  readonly packageName: string;
  readonly functions: readonly DeclaredFunction[];
  /** The type parameters of types, by their names. */
  readonly genericTypes: ReadonlyMap<string, readonly DeclaredParameter[]>;
  /** Types, functions, variables and constants. */
  readonly names: ReadonlySet<string>;
  /** The paths of packages, by the names that the file calls them. */
  readonly imports: ReadonlyMap<string, string>;
}

export function declarationsOf(root: Node): DeclaredFile {
  const declarations = namedChildren(root);
  const clause = declarations.find(({ type }) => type === 'package_clause');
  return {
    packageName: shortText(namedChildren(clause ?? null)[0] ?? null),
    functions: declarations.flatMap((each) => functionOf(each) ?? []),
    genericTypes: new Map(declarations.flatMap(genericTypesOf)),
    names: new Set(declarations.flatMap(namesOf)),
    imports: importsOf(root),
  };
}

function namesOf(declaration: Node): string[] {
  if (declaration.type === 'function_declaration') return [shortText(declaration.childForFieldName('name'))];
  if (!/^(?:type|var|const)_declaration$/.test(declaration.type)) return [];
  const specs = ['type_spec', 'type_alias', 'var_spec', 'const_spec'].flatMap((type) =>
    descendants(declaration, type),
  );
  return specs.flatMap((spec) => spec.childrenForFieldName('name').map(shortText));
}

function genericTypesOf(declaration: Node): (readonly [string, DeclaredParameter[]])[] {
  if (declaration.type !== 'type_declaration') return [];
  return descendants(declaration, 'type_spec').flatMap((spec) => {
    const parameters = parametersOf(spec.childForFieldName('type_parameters'));
    return parameters.length === 0 ? [] : [[shortText(spec.childForFieldName('name')), parameters] as const];
  });
}

function functionOf(node: Node): DeclaredFunction | null {
  if (node.type !== 'function_declaration' && node.type !== 'method_declaration') return null;
  const receiver = parametersOf(node.childForFieldName('receiver'))[0]?.type ?? '';
  const result = node.childForFieldName('result');
  return {
    name: shortText(node.childForFieldName('name')),
    receiver: /^\*?\s*(\w+)/u.exec(receiver)?.[1] ?? '',
    hasPointer: receiver.startsWith('*'),
    typeParameters: [
      ...parametersOf(node.childForFieldName('type_parameters')),
      ...namesInBrackets(receiver).map((name) => ({ name, type: '', isVariadic: false })),
    ],
    parameters: parametersOf(node.childForFieldName('parameters')),
    results:
      result?.type === 'parameter_list'
        ? parametersOf(result).map(({ type }) => type)
        : result === null
          ? []
          : [shortText(result)],
    firstLine: node.startPosition.row,
    lastLine: node.endPosition.row,
  };
}

/** `K` and `V` of `*Cache[K, V]`. */
function namesInBrackets(receiver: string): string[] {
  return (
    /\[([^\]]*)\]/
      .exec(receiver)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? []
  );
}

function parametersOf(list: Node | null): DeclaredParameter[] {
  return namedChildren(list).flatMap((declaration) => {
    const isVariadic = declaration.type === 'variadic_parameter_declaration';
    const type = shortText(declaration.childForFieldName('type'));
    const names = declaration.childrenForFieldName('name').filter((name) => name?.isNamed);
    return (names.length === 0 ? [null] : names).map((name) => ({ name: shortText(name), type, isVariadic }));
  });
}

function importsOf(root: Node): Map<string, string> {
  return new Map(
    descendants(root, 'import_spec').map((spec) => {
      const path = readStringLiteral(shortText(spec.childForFieldName('path'))) ?? '';
      return [shortText(spec.childForFieldName('name')) || usualName(path), path];
    }),
  );
}

/** The last element of a path, but for versions: most packages are called so. */
export function usualName(path: string): string {
  const last = path.replace(/\/v\d+$/, '').replace(/^.*\//, '');
  return last.replace(/\.v\d+$/, '').replace(/^go-|-go$|\.go$/, '');
}
