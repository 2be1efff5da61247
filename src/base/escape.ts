/** Writes any text to where it is shown, so that it stays text. Names in profiles can hold anything. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

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
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
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

declare const plain: unique symbol;

/** Text for the editor's lists, messages and labels, in which nothing is markup: only `plainText` makes it. */
export type PlainText = string & { readonly [plain]: true };

export const longestLabel = 300;

/**
 * Text from outside for a label or a message of the editor: on one line, not endless, and without effect. VS Code draws
 * `$(name)` in labels as an icon, and makes `[text](address)` in messages a link that may run a command. A word joiner, which
 * has no width, parts the two signs that begin them, so that the reader still sees the text as it is.
 */
export function plainText(text: string, most = longestLabel): PlainText {
  return plainLine(shortened(text, most)).replace(/(?<=[\]$])(?=\()/g, '\u2060') as PlainText;
}

/** The longest text of a message: VS Code shows no more. */
const longestMessage = 1000;

/** The same for a message of several sentences, which programs such as git may have written: its lines become one. */
export function plainMessage(text: string): PlainText {
  return plainText(
    shortened(text, longestMessage)
      .split(/[\r\n]/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
    longestMessage,
  );
}

/**
 * The text, or if it is longer than `most`, its beginning and its end with an ellipsis between: names of one package differ
 * at the end, and what a message asks for stands there.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.ceil(most / 2));
  const tail = text.slice(text.length - Math.floor(most / 2) + 1);
  // A pair of surrogates is not cut in the middle.
  return `${head.replace(/[\ud800-\udbff]$/, '')}…${tail.replace(/^[\udc00-\udfff]/, '')}`;
}

declare const markup: unique symbol;

/** Markdown in which all text from outside is escaped. */
export type Markdown = string & { readonly [markup]: true };

/**
 * For Markdown: text that stays text. No markup, no entities, and none of the addresses that become links by themselves. At
 * its beginning a word joiner, which has no width, keeps it from being an item of a list, a heading or code. Another parts
 * `](`: VS Code reads the text of a link a second time, without the backslashes before its brackets.
 */
export function escapeMarkdown(text: string): Markdown {
  return plainLine(shortened(text, longestMessage))
    .replace(/(?<=\])(?=\()/g, '\u2060')
    .replace(/[\\`*_{}[\]<>|#~&@]|:(?=\/\/)|(?<=www)\./gi, '\\$&')
    .replace(/^(?=\s|[-+=]+(?:\s|$)|\d+[.)]\s)/, '\u2060') as Markdown;
}

/**
 * Text for the Markdown of GitHub and GitLab, also in a cell of a table. It is no markup, and no reference that becomes a
 * link or calls somebody: addresses, `@name`, `#12`. They are looked for after escapes have been read, so a comment, which
 * nobody sees, stands in them.
 */
export function escapeForgeMarkdown(text: string): string {
  return plainLine(text.replace(/[\r\n]+/g, ' '))
    .replace(/[\\`*_{}[\]<>|~#&!@$]/g, '\\$&')
    .replace(/[@#!$&~%](?=\w)|:\/(?=\/)|\bwww(?=\.)|\bGH(?=-\d)/gi, '$&<!-- -->');
}

/**
 * Text for a field of a table that a spreadsheet opens. It takes a field that begins with one of these signs for a formula,
 * which can fetch from servers and start programs, unless it is a number; after an apostrophe everything is text.
 */
export function notFormula(text: string): string {
  return /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) && !signedNumber.test(text) ? `'${text}` : text;
}

/** `-12.5%`, `+3e-05`, `-Inf`, `-2.3% (p=0.008 n=10)`, and a sign alone. */
const signedNumber = /^[+-](?:\d[\d.,]*(?:e[+-]?\d+)?%?|Inf|\u221e)?(?: \([\w=., ]*\))?$/;

/** A regular expression, of Go or JavaScript, that matches just this text. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
