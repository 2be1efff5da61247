/**
 * Text from outside as the name of a file, without its ending: of ASCII letters, digits and `_=.,+-` alone, on every
 * system. It leads into no other folder, is not hidden, is no option, is no device of Windows, and is not too long.
 */
export function fileNameOf(text: string): string {
  const plain = text
    .slice(0, longest)
    .replace(/[^\w=.,+-]+/g, '_')
    .replace(/^[.-]+|(?<!\.)\.+$/g, '_');
  return plain === '' || device.test(plain) ? `_${plain}` : plain;
}

/** Systems take 255 bytes; there are endings and numbers besides. */
const longest = 120;

/** Windows opens these also with an ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Names that were given already. Many systems do not tell `A` from `a`. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** The name, or with a number if it is taken. */
  claim(stem: string, ending: string): string {
    for (let i = 1; ; i++) {
      const name = `${i === 1 ? stem : `${stem}~${i}`}${ending}`;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

/** The last part of a path of any system. */
export function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
