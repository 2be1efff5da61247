/** What JSON is made of; what is `undefined` in an object is left out. */
type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/**
 * A JSON document as text. Unlike `JSON.stringify` it does not recurse: call trees are deeper than JavaScript's
 * stack.
 */
export function jsonText(document: Record<string, unknown>): string {
  const parts: string[] = [];
  // Values still to write; a plain string in `text` is written as it is.
  const pending: ({ readonly value: Json } | { readonly text: string })[] = [{ value: document as Json }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) parts.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null) parts.push(JSON.stringify(next.value));
    else if (isList(next.value)) pushList(next.value, pending);
    else pushObject(next.value, pending);
  }
  return parts.join('');
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

type Pending = ({ readonly value: Json } | { readonly text: string })[];

function pushList(list: readonly Json[], pending: Pending): void {
  pending.push({ text: ']' });
  for (let i = list.length - 1; i >= 0; i--) {
    pending.push({ value: list[i] ?? null });
    if (i > 0) pending.push({ text: ',' });
  }
  pending.push({ text: '[' });
}

function pushObject(object: { readonly [key: string]: Json }, pending: Pending): void {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  pending.push({ text: '}' });
  for (let i = entries.length - 1; i >= 0; i--) {
    const [key, value] = entries[i]!;
    pending.push({ value }, { text: `${i > 0 ? ',' : ''}${JSON.stringify(key)}:` });
  }
  pending.push({ text: '{' });
}
