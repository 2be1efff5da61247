/**
 * Where hashes begin: another number in each process. Whoever makes a file could otherwise choose numbers and names whose
 * hashes are equal, and finding one of them in a table would take as long as the table is.
 */
export const hashSeed = Math.floor(Math.random() * 0x1_0000_0000) | 0;
