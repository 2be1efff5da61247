import * as vscode from 'vscode';
import type { ToPage } from '../../protocol.ts';
import { readPlace } from '../server/places.ts';
import { runOf } from '../sessions/costGroups.ts';
import type { PageServices } from './pageAnswers.ts';
import type { PageProfile } from './pageState.ts';

/** The profile as a page is sent it, or why it cannot be read. */
export async function readProfile(
  { session, sampleType }: PageProfile,
  { server, outputs }: PageServices,
): Promise<Extract<ToPage, { type: 'profile' | 'problem' }>> {
  const { title, profilePath, operations, perUnit, base } = session;
  try {
    const bytes = await readOwn(session.bytesPath ?? profilePath);
    const timed = await server.execute('timedSamples', { sessionId: session.id });
    const { origin } = session;
    // All profiles of one server keep what the user has chosen: while it is watched, one replaces the other.
    const isFetched = origin.from === 'file' && origin.source !== undefined;
    const own = { id: session.id, run: isFetched ? `server ${origin.source}` : runOf(session) };
    const profile = {
      type: 'profile',
      title,
      session: own,
      bytes,
      sampleType,
      operations,
      perUnit,
      timed: timed.own,
    } as const;
    if (base === undefined) return profile;
    return {
      ...profile,
      base: {
        bytes: await readOwn(base.bytesPath ?? base.profilePath),
        operations: base.operations,
        ratio: base.ratio,
        timed: timed.base,
        evidence: timed.evidence,
      },
    };
  } catch (error) {
    outputs.log.error(String(error));
    return { type: 'problem', message: vscode.l10n.t('The profile {0} cannot be read.', profilePath) };
  }
}

/** A file's bytes in a buffer of their own: a view can be a window on a larger one. */
async function readOwn(path: string): Promise<ArrayBuffer> {
  const bytes = await readPlace(path);
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
