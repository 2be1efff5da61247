/** A list in JSON, in parts: it can be longer than the longest possible string. */
export function* listParts(count: number, item: (index: number) => string): Generator<string> {
  yield '[';
  for (let i = 0; i < count; i++) yield i === 0 ? item(i) : `,${item(i)}`;
  yield ']';
}
