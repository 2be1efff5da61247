/** What a 64-bit little-endian ELF file says of its parts. */

export type ElfHeader = NonNullable<ReturnType<typeof readElfHeader>>;
export type ElfSectionHeader = ReturnType<typeof readSectionHeaders>[number];

const headerBytes = 64;
const sectionBytes = 64;

/** Reads the beginning of a file; `null` if it is no such ELF file. `names` is the section with the names of all. */
export function readElfHeader(file: Buffer) {
  const isElf64 =
    file.length >= headerBytes && file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2 && file[5] === 1;
  if (!isElf64) return null;
  const table = (offsetAt: number, entryBytesAt: number) => ({
    offset: Number(file.readBigUInt64LE(offsetAt)),
    entryBytes: file.readUInt16LE(entryBytesAt),
    count: file.readUInt16LE(entryBytesAt + 2),
  });
  return {
    machine: file.readUInt16LE(0x12),
    segments: table(0x20, 0x36),
    sections: table(0x28, 0x3a),
    names: file.readUInt16LE(0x3e),
  };
}

/** The sections, as far as the bytes of their table go. */
export function readSectionHeaders(table: Buffer, { entryBytes, count }: ElfHeader['sections']) {
  const whole = Math.min(count, Math.floor((table.length - sectionBytes) / Math.max(1, entryBytes)) + 1);
  return Array.from({ length: Math.max(0, whole) }, (_, i) => {
    const at = i * entryBytes;
    return {
      /** Where its name begins in those of all. */
      name: table.readUInt32LE(at),
      type: table.readUInt32LE(at + 4),
      flags: Number(table.readBigUInt64LE(at + 8)),
      address: Number(table.readBigUInt64LE(at + 0x10)),
      offset: Number(table.readBigUInt64LE(at + 0x18)),
      size: Number(table.readBigUInt64LE(at + 0x20)),
    };
  });
}
