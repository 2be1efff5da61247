export interface Taker {
  readonly name: string;
  readonly take: (text: string) => unknown;
  /** What a text must begin with to be looked at. */
  readonly before?: readonly string[];
  /** Pieces that mean something to it alone. */
  readonly pieces?: readonly string[];
}

/** The same text as many short ones. */
export const many = (text: string) => text.match(/.{1,20}/gs) ?? [];

/** All functions of a module that take a text and nothing else that they need. */
export function allOf(module: Readonly<Record<string, unknown>>, ...left: readonly string[]): Taker[] {
  return Object.entries(module).flatMap(([name, take]) =>
    typeof take === 'function' && !left.includes(name) ? [{ name, take: (text: string) => take(text) }] : [],
  );
}
