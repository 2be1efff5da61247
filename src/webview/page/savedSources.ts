import { dictionary, text } from '../../base/outsideValues.ts';
import { nativeGzip } from '../engine/nativeGzip.ts';
import type { PageHost } from '../host/host.ts';

/** In characters. A page with more opens slowly. */
const mostSaved = 2 ** 26;

/**
 * The texts of a profile's source files, as a page has them in it (`StandalonePage.sources`). What is not on this machine, or is
 * not as it was when the profile was taken, is left out.
 *
 * @param files JSON: their names in the page, by those that the host knows
 */
export async function savedSources(files: Uint8Array, host: PageHost): Promise<Uint8Array<ArrayBuffer>> {
  const named = dictionary(text)(JSON.parse(new TextDecoder().decode(files))) ?? {};
  const saved: [name: string, text: string][] = [];
  let size = 0;
  for (const [file, name] of Object.entries(named)) {
    if (file === '') continue;
    const { ok, ...answer } = await host.ask('source', { file });
    if (!ok || !('value' in answer) || !('text' in answer.value)) continue;
    size += answer.value.text.length;
    if (size > mostSaved) break;
    saved.push([name, answer.value.text]);
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(saved)));
  return new Uint8Array(await nativeGzip(json));
}
