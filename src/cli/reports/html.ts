import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { declaresFunctions } from '../../analysis/lines/sourceCheck.ts';
import { ok } from '../../result.ts';
import { standalonePage } from '../../standalonePage.ts';
import { pageParts, profileParts } from '../profiles/pageParts.ts';
import { SourceReader } from '../profiles/sourceReader.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `html`: the flame graph page with the profile, in one file that needs no other. */
export const html: Report = {
  async slowText(context) {
    const parts = await pageParts();
    if (!parts.ok) return parts;
    return ok(
      standalonePage({
        title: titleOf(context),
        ...parts.value,
        ...(context.options['with-source'] === true ? { sources: await packed(sourceTexts(context)) } : {}),
        ...profileParts(context.profile, context.sampleType),
        nonce: randomBytes(18).toString('base64url'),
      }),
    );
  },
};

/**
 * The source files of the profile that are on this machine; `null` for those that are not what was compiled: newer than
 * the profile, and without its functions on their lines.
 */
function sourceTexts({ profile, costs, options }: ReportContext): Record<string, string | null> {
  const reader = new SourceReader(options);
  const takenAt = Number(profile.timeNanos / 1_000_000n);
  const texts: Record<string, string | null> = {};
  for (const file of costs.lines.files) {
    const found = file === '' ? null : reader.read(file);
    if (found === null) continue;
    const isOld = takenAt > 0 && found.modifiedAt <= takenAt;
    texts[file] = isOld || declaresFunctions(profile, file, found.text) ? found.text : null;
  }
  return texts;
}

async function packed(texts: Record<string, string | null>): Promise<Uint8Array> {
  return new Uint8Array(await promisify(gzip)(JSON.stringify(texts)));
}

/** The program's name and what was measured: `shop.test · cpu`. */
function titleOf({ profile, measured }: ReportContext): string {
  const { mappings, strings } = profile;
  const binary = mappings.count > 0 ? strings.get(mappings.filename[0]!).replace(/^.*[/\\]/, '') : '';
  return binary === '' ? measured.type : `${binary} · ${measured.type}`;
}
