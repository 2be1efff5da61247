import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ok, type Result } from '../../base/result.ts';
import { type StandalonePage, standalonePage } from '../../base/standalonePage.ts';
import { pageParts, profileParts } from '../profiles/pageParts.ts';
import { complain } from '../terminal/output.ts';
import { changesIn } from './changes.ts';
import { leftOutSentences, packedSources } from './packedSources.ts';
import type { Report, ReportContext } from './reportContext.ts';

/** `html`: the flame graph page with the profile, in one file that needs no other. */
export const html = {
  fileEnding: 'html',
  output: (context) => pageText(context),
} satisfies Report;

/** What a page can have besides the profile. */
export type PageExtra = Pick<StandalonePage, 'view' | 'assembly'>;

/** The page as one text. */
export async function pageText(context: ReportContext, extra: PageExtra = {}): Promise<Result<string>> {
  const parts = await pageParts();
  if (!parts.ok) return parts;
  const changes = changesIn(context);
  if (!changes.ok) return changes;
  return ok(
    standalonePage({
      title: titleOf(context),
      ...parts.value,
      ...extra,
      ...(context.options['with-source'] === true ? { sources: await packed(context) } : {}),
      ...profileParts(context.profile, context.sampleType, changes.value),
      nonce: randomBytes(18).toString('base64url'),
    }),
  );
}

/** Says on standard error which sources are left out. The page says it where it would show them. */
async function packed(context: ReportContext): Promise<Uint8Array> {
  const { texts, leftOut } = packedSources(context);
  for (const sentence of leftOutSentences(leftOut)) complain(sentence);
  return new Uint8Array(await promisify(gzip)(JSON.stringify(Object.fromEntries(texts))));
}

/** The program's name and what was measured: `shop.test · cpu`. */
function titleOf({ profile, measured }: ReportContext): string {
  const { mappings, strings } = profile;
  const binary = mappings.count > 0 ? strings.get(mappings.filename[0]!).replace(/^.*[/\\]/, '') : '';
  return binary === '' ? measured.type : `${binary} · ${measured.type}`;
}
