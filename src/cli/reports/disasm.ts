import type { SymbolListing } from '../../analysis/assembly/symbolListing.ts';
import { formatCost } from '../../analysis/values/costFormat.ts';
import { percentage } from '../../analysis/values/units.ts';
import { isZero, type Value } from '../../analysis/values/value.ts';
import { ok } from '../../base/result.ts';
import type { Json } from '../terminal/jsonText.ts';
import { shareOf } from '../terminal/tint.ts';
import { listingsOf } from './instructionListings.ts';
import { jsonCost } from './profileJson.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `disasm`: the instructions of the functions whose name matches, or at an address, with their costs. */
export const disasm = {
  takesPattern: true,

  async json(context) {
    const listings = await listingsOf(context);
    if (!listings.ok) return listings;
    return ok({ functions: listings.value.map((listing) => listingJson(listing, context)) });
  },

  async output(context) {
    const listings = await listingsOf(context);
    return listings.ok ? ok([...listingText(listings.value, context)].join('')) : listings;
  },
} satisfies Report;

function listingJson({ name, flat, cum, instructions }: SymbolListing, context: ReportContext): Json {
  return {
    name,
    flat: jsonCost(flat, context),
    cum: jsonCost(cum, context),
    instructions: instructions.map((instruction) => ({
      address: instruction.address.toString(16).padStart(16, '0'),
      function: instruction.functionName,
      file: instruction.file,
      line: instruction.line,
      text: instruction.text,
      flat: jsonCost(instruction.flat, context),
      cum: jsonCost(instruction.cum, context),
    })),
  };
}

/** Above this, an instruction's place in the source has a line of its own. */
const widestText = 40;

/** The listing as pprof prints it: the place in the source stands where it changes. */
export function* listingText(listings: readonly SymbolListing[], context: ReportContext): Generator<string> {
  const { measured, format, tint } = context;
  const cost = (value: Value) =>
    isZero(value)
      ? '.'.padStart(10)
      : tint(formatCost(value, format).padStart(10), shareOf(value, measured.total));
  yield `Total: ${formatCost(measured.total, format)}\n`;
  for (const { name, flat, cum, instructions } of listings) {
    const sums = [flat, cum].map((value) => formatCost(value, format).padStart(10)).join(' ');
    yield `ROUTINE ======================== ${name}\n${sums} (flat, cum) ${percentage(cum, measured.total).padStart(6)} of Total\n`;
    let before = '';
    for (const instruction of instructions) {
      const { address, text, functionName, file, line } = instruction;
      const here = [functionName, file, line].join('\0');
      const place = here === before ? '' : placeText(instruction);
      before = here;
      const cells = `${cost(instruction.flat)} ${cost(instruction.cum)} ${address.toString(16).padStart(10)}: `;
      if (place === '') yield `${cells}${text}\n`;
      else if (Buffer.byteLength(text) < widestText) yield `${cells}${text.padEnd(widestText)};${place}\n`;
      else yield `${''.padEnd(74)};${place}\n${cells}${text}\n`;
    }
  }
}

function placeText({
  functionName,
  file,
  line,
}: {
  functionName: string;
  file: string;
  line: number;
}): string {
  const name = functionName === '' ? '' : `${functionName} `;
  return `${name}${file}${file === '' || line === 0 ? '' : `:${line}`}`;
}
