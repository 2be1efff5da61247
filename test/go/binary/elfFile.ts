/** Writes small ELF files. */

export interface WrittenSection {
  readonly name: string;
  readonly address: number;
  /** A number is the size of memory that begins as zeros. */
  readonly content: Uint8Array | number;
  readonly isCode?: boolean;
}

/** A 64-bit little-endian ELF file with these loaded sections, and nothing else that a program would need. */
export function elfFile(
  machine: 'amd64' | 'arm64',
  sections: readonly WrittenSection[],
  symbols: Readonly<Record<string, { start: number; size: number }>> = {},
): Buffer {
  const symbolNames = ['', ...Object.keys(symbols)];
  const symbolTable = Buffer.alloc(24 * symbolNames.length);
  Object.values(symbols).forEach(({ start, size }, i) => {
    symbolTable.writeUInt32LE(offsetOf(symbolNames, i + 1), 24 * (i + 1));
    symbolTable.writeBigUInt64LE(BigInt(start), 24 * (i + 1) + 8);
    symbolTable.writeBigUInt64LE(BigInt(size), 24 * (i + 1) + 16);
  });
  const names = ['', ...sections.map(({ name }) => name), '.symtab', '.strtab', '.shstrtab'];
  const contents = [
    new Uint8Array(),
    ...sections.map(({ content }) => (typeof content === 'number' ? new Uint8Array() : content)),
    symbolTable,
    stringTable(symbolNames),
    stringTable(names),
  ];
  const header = Buffer.alloc(64);
  header.writeUInt32BE(0x7f454c46);
  header[4] = 2;
  header[5] = 1;
  header.writeUInt16LE(machine === 'amd64' ? 62 : 183, 0x12);
  header.writeBigUInt64LE(64n, 0x28);
  header.writeUInt16LE(64, 0x3a);
  header.writeUInt16LE(names.length, 0x3c);
  header.writeUInt16LE(names.length - 1, 0x3e);
  let offset = 64 + 64 * names.length;
  const headers = contents.map((content, i) => {
    const section = sections[i - 1];
    const bytes = Buffer.alloc(64);
    bytes.writeUInt32LE(offsetOf(names, i), 0);
    bytes.writeUInt32LE(typeof section?.content === 'number' ? 8 : 1, 4);
    bytes.writeBigUInt64LE(section === undefined ? 0n : section.isCode ? 6n : 2n, 8);
    bytes.writeBigUInt64LE(BigInt(section?.address ?? 0), 0x10);
    bytes.writeBigUInt64LE(BigInt(offset), 0x18);
    const size = typeof section?.content === 'number' ? section.content : content.length;
    bytes.writeBigUInt64LE(BigInt(size), 0x20);
    offset += content.length;
    return bytes;
  });
  return Buffer.concat([header, ...headers, ...contents]);
}

function stringTable(names: readonly string[]): Buffer {
  return Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1');
}

function offsetOf(names: readonly string[], i: number): number {
  return names.slice(0, i).reduce((sum, name) => sum + name.length + 1, 0);
}
