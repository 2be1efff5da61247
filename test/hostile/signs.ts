/**
 * What must not be seen where outside text is shown: each function names what a reader of that kind would make of a text
 * besides text. An empty answer is good.
 */
import MarkdownIt from 'markdown-it';
import { clientCommands, serverCommandId, serverCommandNames } from '../../src/protocol.ts';

/** Stands in the private files. */
export const canaryText = 'CANARY-of-a-private-file';

const ownCommands: ReadonlySet<string> = new Set([
  ...serverCommandNames.map(serverCommandId),
  ...clientCommands,
]);

/** No link is refused: what VS Code refuses may change. Addresses become links by themselves, as in VS Code. */
const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.validateLink = () => true;

/**
 * Links that are not ours, HTML and pictures in a hover.
 *
 * @param folder links to lines of files in it are ours
 */
export function markdownSigns(text: string, folder: string): string[] {
  const signs: string[] = [];
  for (const token of markdown.parse(text, {}).flatMap((each) => [each, ...(each.children ?? [])])) {
    if (/^(html_|image)/.test(token.type)) signs.push(`${token.type}: ${token.content}`);
    if (token.type === 'link_open') signs.push(...linkSigns(String(token.attrGet('href')), folder));
  }
  return signs;
}

function linkSigns(href: string, folder: string): string[] {
  if (href.startsWith(`file://${folder}/`) && /^[\w./-]+\.go#L\d+$/.test(href.slice(7))) return [];
  const [, command = '', query = ''] = /^command:([\w.]+)\?(.*)$/.exec(href) ?? [];
  if (!ownCommands.has(command)) return [`a link to ${href}`];
  const names = namesIn(JSON.parse(decodeURIComponent(query)));
  const isMore = names.some((name) => /command|program|path$|flags|env|tags|exec/i.test(name));
  return isMore ? [`a link that names a program or flags: ${href}`] : [];
}

/** The names of all properties. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

/** What VS Code makes a link in messages: `[text](https: or command: or file:)`, with commands allowed. */
export function messageSigns(text: string): string[] {
  const links = text.match(/\[[^\]]+\]\((?:https?:|command:|file:|vscode:)[^)\s]+(?: [^)]*)?\)/gi) ?? [];
  return [...links, ...controlSigns(text, '\n')];
}

/** Control characters, and those that turn the direction of reading. */
export function controlSigns(text: string, allowed = ''): string[] {
  const found = text.match(/[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu) ?? [];
  const signs = new Set(found.filter((character) => !allowed.includes(character)));
  return [...signs].map(
    (character) => `U+${character.codePointAt(0)!.toString(16)} in ${excerpt(text, character)}`,
  );
}

function excerpt(text: string, character: string): string {
  const at = text.indexOf(character);
  return JSON.stringify(text.slice(Math.max(0, at - 30), at + 30));
}

/** Pictures in the texts of lenses, Quick Picks and the status bar, besides ours. */
export function iconSigns(text: string, ours: RegExp): string[] {
  return (text.match(/(?<!\\)\$\([\w~-]*\)/g) ?? []).filter((icon) => !ours.test(icon));
}

/** Elements and attributes of an SVG picture that are not of a drawing. Text is escaped, so every `<` begins an element. */
export function svgSigns(svg: string): string[] {
  const signs: string[] = [];
  const body = svg
    .replace(/^<\?xml[^>]*\?>\s*(<!DOCTYPE svg [^>]*>)?/, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '');
  for (const [tag] of body.matchAll(/<[^>]*>/g)) {
    const [, name = ''] = /^<\/?([\w:]+)/.exec(tag) ?? [];
    if (!drawing.has(name)) signs.push(`an element ${tag.slice(0, 100)}`);
    for (const [, attribute = '', value = ''] of tag.matchAll(/([\w:-]+)="([^"]*)"/g)) {
      if (/^on|href$|^style$|^src/i.test(attribute) && !isHarmless(attribute, value)) {
        signs.push(`an attribute ${attribute}="${value.slice(0, 100)}"`);
      }
    }
    const rest = tag.replaceAll(/\s[\w:-]+="[^"]*"/g, '');
    if (!/^<\/?[\w:]+\s*\/?>$/.test(rest))
      signs.push(`an element that is not well-formed: ${rest.slice(0, 100)}`);
  }
  signs.push(
    ...controlSigns(
      body,
      '\n\t\r\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u0085\u007f',
    ).filter((sign) => !/^U\+[89]/.test(sign)),
  );
  return signs;
}

const drawing = new Set([
  ...'svg g title rect text tspan path polygon polyline ellipse circle style defs clipPath desc'.split(' '),
  ...'a line'.split(' '),
]);

function isHarmless(attribute: string, value: string): boolean {
  return attribute === 'style' || (attribute.endsWith('href') && value === '');
}

/** Attributes of DOT outside of quoted texts that lead elsewhere. */
export function dotSigns(dot: string): string[] {
  const outside = dot.replaceAll(/"(?:[^"\\]|\\[\s\S])*"/g, '""');
  return [
    ...(outside.match(/\b(URL|href|edgeURL|labelURL|headURL|tailURL|target|image|shapefile|evil)\b/gi) ?? []),
  ];
}
