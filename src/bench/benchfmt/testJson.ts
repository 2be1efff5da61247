import { object, oneOf, text } from '../../base/outsideValues.ts';

/** The parts of an event of `go test -json` that are used here. */
const outputEvent = object({ Action: oneOf('output'), Output: text }, { Package: text });

function readEvent(line: string): ReturnType<typeof outputEvent> {
  if (!line.startsWith('{')) return undefined;
  try {
    return outputEvent(JSON.parse(line));
  } catch {
    return undefined;
  }
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
    if (event === undefined) continue;
    const { Package: name = '', Output: output } = event;
    const outputs = texts.get(name);
    if (outputs) outputs.push(output);
    else texts.set(name, [output]);
  }
  return [...texts.values()].map((outputs) => outputs.join('')).join('\n');
}
