/** The parts of an event of `go test -json` that are used here. */
interface OutputEvent {
  readonly package: string;
  readonly output: string;
}

function readEvent(line: string): OutputEvent | null {
  if (!line.startsWith('{')) return null;
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof event !== 'object' || event === null) return null;
  if (!('Action' in event) || event.Action !== 'output') return null;
  if (!('Output' in event) || typeof event.Output !== 'string') return null;
  const name = 'Package' in event && typeof event.Package === 'string' ? event.Package : '';
  return { package: name, output: event.Output };
}

/**
 * The text that `go test` would have printed without `-json`. The outputs are joined package by package, because a
 * result line may be in two events, and the events of packages that are tested at the same time are mixed. Lines that
 * are not events (build errors of older Go versions) are left out.
 */
export function textOfTestJson(json: string): string {
  const texts = new Map<string, string[]>();
  for (const line of json.split('\n')) {
    const event = readEvent(line);
    if (!event) continue;
    const outputs = texts.get(event.package);
    if (outputs) outputs.push(event.output);
    else texts.set(event.package, [event.output]);
  }
  return [...texts.values()].map((outputs) => outputs.join('')).join('\n');
}
