/** Writes any text to where it is shown, so that it stays text. Names in profiles can hold anything. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Text from outside on one line, for places where a line end, a control character or a sign that turns the direction of
 * writing would mean something: they become a sign that can be seen.
 */
export function plainLine(text: string): string {
  return text.replace(steering, '\ufffd');
}

/** Control characters, line ends, and the signs that turn the direction of writing. */
const steering = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from outside for a terminal, whose control characters would move the cursor, rename the window or fill the
 * clipboard: they are shown as JSON and Go write them, `\u001b`. Line ends and tabs stay.
 */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(steering, (character) => (/[\n\t]/.test(character) ? character : escaped(character)));
}

/** The same on one line: a line end in a name could look like another row of a table. */
export function visibleLine(text: string): string {
  return text.replace(steering, escaped);
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  return shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** For text and quoted attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** A value as JSON, for a script element: a `<` in it could end the element early. */
export function jsonForHtml(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * For text and quoted attributes of XML. There is no way to write some characters in XML: control characters, halves of
 * surrogate pairs, and two others. A reader would refuse the whole file, so they become U+FFFD.
 */
export function escapeXml(text: string): string {
  return escapeHtml(text).replace(/[^\n\t\P{Cc}]|\p{Cs}|[\ufffe\uffff]/gu, '\ufffd');
}
