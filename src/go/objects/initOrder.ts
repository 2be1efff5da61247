/** In which order a program initialises its packages, as Go's linker decides it (cmd/link/internal/ld/inittask.go). */
import type { LinkedSymbols } from './linkedSymbols.ts';

/** How the name of the symbol ends that has a package's init functions, and refers to those of the packages it imports. */
export const initTask = '..inittask';

/** In bytes, of one without functions. */
const withoutFunctions = 8;

/** Whether a package does anything before the program. */
export function initialises(symbols: LinkedSymbols, task: number): boolean {
  const { object, index } = symbols.definition(task);
  return object.sizeOf(index) > withoutFunctions;
}

/**
 * The tasks that do something, in their order: always the first name of those whose imports are done.
 *
 * @param main the task of the program's main package
 */
export function initOrder(symbols: LinkedSymbols, main: number): number[] {
  const importers = new Map<number, number[]>([[main, []]]);
  const waitsFor = new Map<number, number>();
  const found = [main];
  for (const task of found) {
    const imported = importedBy(symbols, task);
    waitsFor.set(task, imported.length);
    for (const each of imported) {
      const known = importers.get(each);
      if (known === undefined) found.push(each);
      importers.set(each, [...(known ?? []), task]);
    }
  }
  const ready = found.filter((task) => waitsFor.get(task) === 0);
  const order: number[] = [];
  for (let task = takeFirst(symbols, ready); task !== undefined; task = takeFirst(symbols, ready)) {
    order.push(task);
    for (const each of importers.get(task) ?? []) {
      const left = (waitsFor.get(each) ?? 0) - 1;
      waitsFor.set(each, left);
      if (left === 0) ready.push(each);
    }
  }
  return order.filter((task) => initialises(symbols, task));
}

function importedBy(symbols: LinkedSymbols, task: number): number[] {
  const definition = symbols.definition(task);
  const { object, index } = definition;
  const tasks = object.relocationsOf(index).flatMap((each) => {
    const to = symbols.target(definition, each);
    return to !== null && symbols.isDefined(to) && symbols.nameOf(to).endsWith(initTask) ? [to] : [];
  });
  return [...new Set(tasks)];
}

function takeFirst(symbols: LinkedSymbols, ready: number[]): number | undefined {
  let first = 0;
  for (let i = 1; i < ready.length; i++)
    if (symbols.nameOf(ready[i]!) < symbols.nameOf(ready[first]!)) first = i;
  return ready.splice(first, 1)[0];
}
