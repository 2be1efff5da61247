import type { FrameLocation } from './stackProfile.ts';

/** The address that a name is; `null` for another name. */
export function addressIn(name: string): bigint | null {
  return /^0x[0-9a-fA-F]{1,16}$/.test(name) ? BigInt(name) : null;
}

/**
 * What a frame says in the format that Firefox itself writes: `0x7f12` (not symbolized), `rank (in libshop.so)`, also with
 * ` + 12` behind, `rank (https://shop.example/a.js:12:7)`, or `https://shop.example/a.js:1:0` for a whole script.
 */
export function geckoFrame(text: string): FrameLocation {
  const address = addressIn(text);
  if (address !== null) return { address, object: '', frames: [] };
  const inLibrary = text.lastIndexOf(' (in ');
  const close = text.indexOf(')', inLibrary + 1);
  if (inLibrary > 0 && close !== -1) {
    const object = text.slice(inLibrary + ' (in '.length, close);
    return { address: 0n, object, frames: [{ name: text.slice(0, inLibrary), file: '', line: 0 }] };
  }
  return { address: 0n, object: '', frames: [scriptFrame(text)] };
}

/** Behind its place a script has the number of its source. */
const sourceNumber = /\[\d{1,9}\]$/;
const lineAndColumn = /:(\d{1,9})(?::\d{1,9})?$/;

function scriptFrame(text: string) {
  const named = text.replace(sourceNumber, '');
  const open = named.endsWith(')') ? named.lastIndexOf(' (') : -1;
  const place = open === -1 ? named : named.slice(open + 2, -1);
  const position = lineAndColumn.exec(place);
  if (position === null || position.index === 0) return { name: text, file: '', line: 0 };
  const file = place.slice(0, position.index);
  const name = open === -1 ? `(root scope) ${file}` : named.slice(0, open);
  return { name, file, line: Number(position[1]) };
}
