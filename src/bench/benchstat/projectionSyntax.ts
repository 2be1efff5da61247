/** Reads benchstat's projection expressions: `.name,/size@num pkg@(a b)`. */
import { ok, type Result } from '../../base/result.ts';
import { type Token, TokenReader } from './expression.ts';

/** One key of a projection. */
export interface ProjectionKey {
  readonly key: string;
  /** The order of its values: `first` (as they are seen), the name of an order, or a list of the only values to show. */
  readonly order: string | readonly string[];
  /** Start in the expression. */
  readonly start: number;
  readonly orderStart: number;
}

/** The keys of an expression, and its reader, which takes problems with the meaning of the keys. */
export interface ProjectionExpression {
  readonly keys: readonly ProjectionKey[];
  readonly reader: TokenReader;
}

/** Reads the expression of `option`. Keys are separated by commas or white space; an empty expression has none. */
export function parseProjection(option: string, source: string): Result<ProjectionExpression> {
  const reader = new TokenReader(option, source);
  const keys: ProjectionKey[] = [];
  for (let next = reader.peek('key'); next.kind !== 'end'; next = reader.peek('key')) {
    if (next.kind === ',' && keys.length > 0) reader.take('key');
    const key = readKey(reader);
    if (key !== null) keys.push(key);
  }
  return reader.problem === null ? ok({ keys, reader }) : { ok: false, problem: reader.problem };
}

function isWord({ kind }: Token): boolean {
  return kind === 'word' || kind === 'quoted';
}

function readKey(reader: TokenReader): ProjectionKey | null {
  const token = reader.take('key');
  const { text: key, start } = token;
  if (!isWord(token)) {
    reader.reject(start, 'expected key');
    return null;
  }
  if (reader.peek('key').kind !== '@') return { key, order: 'first', start, orderStart: start + key.length };
  reader.take('key');
  const order = reader.take('key');
  if (isWord(order)) return { key, order: order.text, start, orderStart: order.start };
  if (order.kind === '(') return { key, order: readValues(reader), start, orderStart: order.start };
  reader.reject(order.start, 'expected named sort order or parenthesized list');
  return null;
}

/** `a b)`, after `key@(`. */
function readValues(reader: TokenReader): string[] {
  const values: string[] = [];
  for (;;) {
    const token = reader.take('key');
    if (isWord(token)) {
      values.push(token.text);
      continue;
    }
    if (token.kind !== ')') reader.reject(token.start, 'missing )');
    else if (values.length === 0) reader.reject(token.start, 'nothing to match');
    return values;
  }
}
