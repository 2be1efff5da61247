/** The syntax of modules, and what their names stand for. */
import { posix } from 'node:path';

export type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** What a name stands for. Parameters belong to a function, whose callers have their texts. */
export type Binding =
  | { readonly is: 'value'; readonly node: Node; readonly scope: Scope }
  | { readonly is: 'parameter'; readonly of: string; readonly index: number; readonly translates: boolean }
  | { readonly is: 'import'; readonly file: string; readonly name: string }
  /** A problem's, which is found where that is made; or anything. */
  | { readonly is: 'problem' | 'other' };

export interface Scope {
  readonly file: string;
  readonly names: Map<string, Binding>;
  readonly outer: Scope | null;
}

/** The file that a module's path leads to. */
export function beside(file: string, path: string): string {
  return posix.join(posix.dirname(file), path);
}

export const isWrapper = /^(?:TS\w+Expression|ParenthesizedExpression|ClassBody|MethodDefinition)$/;

export const ofProblem = /^(?:template|sentence)$/;

export function asNode(value: unknown): Node | null {
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Node) : null;
}

export function nodesIn(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) => asNode(each) ?? []);
}

/** `t` of `t`, `l10n.t` and `this.#t`. */
export function calledName(node: Node | null): string {
  if (node?.type === 'MemberExpression') return calledName(asNode(node.property));
  return String(node?.name ?? node?.value ?? '');
}

/** How a function is called that is a part of this node: as in `calledBy`, but without the file. */
export function nameOf({ type, kind, id, key }: Node): string | null {
  const named = asNode(id) ?? asNode(key);
  if (kind === 'constructor' || named === null || named.type.endsWith('Pattern')) return null;
  return /^(?:Property|PropertyDefinition|MethodDefinition)$/.test(type)
    ? `.${calledName(named)}`
    : calledName(named);
}

const isFunction = /^(?:ArrowFunctionExpression|FunctionDeclaration|FunctionExpression)$/;

export function opensScope({ type }: Node): boolean {
  return isFunction.test(type) || type === 'BlockStatement' || type === 'ForOfStatement';
}

export function lookUp(name: string, scope: Scope | null): Binding | undefined {
  return scope === null ? undefined : (scope.names.get(name) ?? lookUp(name, scope.outer));
}

/** @param name of the function, if the node is one */
export function scopeOf(node: Node, outer: Scope, name = ''): Scope {
  const scope: Scope = { file: outer.file, names: new Map(), outer };
  if (isFunction.test(node.type)) bindParameters(scope, nodesIn(node.params), nameOf(node) ?? name);
  for (const statement of [...nodesIn(node.body), ...nodesIn(node.left)]) bind(scope, statement);
  return scope;
}

function bindParameters(scope: Scope, parameters: readonly Node[], name: string): void {
  const of = name === '' || name.startsWith('.') ? name : `${scope.file}:${name}`;
  for (const [index, given] of parameters.entries()) {
    const inner = asNode(given.parameter) ?? given;
    const parameter = inner.type === 'AssignmentPattern' ? asNode(inner.left)! : inner;
    const type = asNode(asNode(asNode(parameter.typeAnnotation)?.typeAnnotation)?.typeName);
    const binding = { is: 'parameter', of, index, translates: calledName(type) === 'Say' } as const;
    if (parameter.type === 'Identifier') scope.names.set(calledName(parameter), binding);
    else bindPattern(scope, parameter);
  }
}

function bind(scope: Scope, statement: Node): void {
  const declared = asNode(statement.declaration) ?? statement;
  const source = declared.type === 'ImportDeclaration' ? String(asNode(declared.source)?.value) : '';
  for (const { local, imported } of source.startsWith('.') ? nodesIn(declared.specifiers) : []) {
    const imports = {
      is: 'import',
      file: beside(scope.file, source),
      name: calledName(asNode(imported)),
    } as const;
    scope.names.set(calledName(asNode(local)), imports);
  }
  for (const declarator of nodesIn(declared.declarations)) {
    const { id, init } = declarator;
    const [pattern, node] = [asNode(id), asNode(init)];
    if (pattern?.type === 'Identifier' && node !== null)
      scope.names.set(calledName(pattern), { is: 'value', node, scope });
    else if (pattern !== null) bindPattern(scope, pattern);
  }
}

/** Names whose values nothing is known of hide those of outer scopes. */
function bindPattern(scope: Scope, pattern: Node, ofObject = false): void {
  const name = calledName(pattern);
  const isProblem = ofObject && ofProblem.test(name);
  if (pattern.type === 'Identifier') scope.names.set(name, { is: isProblem ? 'problem' : 'other' });
  for (const key of ['properties', 'elements', 'value', 'argument', 'left'])
    for (const each of nodesIn(pattern[key])) bindPattern(scope, each, key === 'value');
}
