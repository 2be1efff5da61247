/** The lines of a text, as an editor counts them, without their endings. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}
