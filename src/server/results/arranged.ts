/**
 * Names in the order in which the newest run has run them. Those that it has not run stay where they are; its own stand
 * together at the place of the first of them.
 *
 * @param ran the names of one run, in its order
 */
export function arranged(names: readonly string[], ran: readonly string[]): string[] {
  const moved = new Set(ran);
  const first = names.findIndex((name) => moved.has(name));
  const place = first === -1 ? names.length : first;
  const isOther = (name: string) => !moved.has(name);
  return [...names.slice(0, place).filter(isOther), ...moved, ...names.slice(place).filter(isOther)];
}
