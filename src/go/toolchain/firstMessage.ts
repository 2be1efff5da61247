/** The first of some lines; and the second where it is what the first announces: `missing go.sum entry; to add:`. */
export function firstMessage([first = '', second = '']: readonly string[]): string {
  const text = first.trim();
  return text.endsWith(':') ? `${text} ${second.trim()}`.trim() : text;
}
