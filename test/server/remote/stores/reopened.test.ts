/** Profiles from stores, opened again by their files: alone, and as comparisons. */
import assert from 'node:assert/strict';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { decode } from '../../../../src/pprof/decode.ts';
import type { OpenOutcome } from '../../../../src/protocol.ts';
import { pruneComparisons } from '../../../../src/server/remote/stores/openKept.ts';
import { ProfileFiles } from '../../../../src/server/remote/stores/profileFiles.ts';
import type { Provenance } from '../../../../src/server/remote/stores/provenance.ts';
import { SessionStore } from '../../../../src/server/sessions/sessions.ts';
import { cpuProfile } from '../../../go/stores/production.ts';
import { profileOf } from '../../../pprof/builder.ts';
import { testFolder } from '../../../testFolder.ts';
import { succeeded } from '../../../why.ts';
import { provenanceOf, sessionSource } from '../../builders.ts';
import { startedServer } from '../../client.ts';

const storage = testFolder();
const client = await startedServer(
  { after },
  {
    folder: storage,
    initializationOptions: { storagePath: storage },
  },
);

const bytes = cpuProfile([{ count: 9, stack: ['shop.Price shop.go:7'] }]);

/** A profile of a service whose name has what stands between the parts of a title. */
async function stored(short: string, part: Partial<Provenance> = {}): Promise<string> {
  const profile = succeeded(decode(bytes));
  const service = 'shop · eu';
  const from = provenanceOf({ title: `${service} · CPU · ${short}`, short, service, ...part });
  return new ProfileFiles(path.join(storage, 'stores')).keep(profile, from, new Set());
}

const sessionOf = (outcome: OpenOutcome) => {
  assert.ok(outcome.status === 'opened', JSON.stringify(outcome));
  return client.session(outcome.sessionId);
};

const compare = (file: string, basePath: string) =>
  client.execute('openProfile', { path: file, basePath, forPage: true });

test('a comparison names the base by its time or version, whatever the service is called', async () => {
  const [file, base] = [await stored('last hour'), await stored('the hour before')];
  const session = sessionOf(await compare(file, base));
  assert.equal(session?.title, 'shop · eu · CPU · last hour against the hour before');
  assert.equal(session.base?.ratio, 'shares');
  assert.equal(session.isProduction, true);
});

test('what a profile is of cannot be read: a comparison fails, and is no plain difference', async () => {
  const [file, base] = [await stored('last day'), await stored('the day before')];
  writeFileSync(base.replace('.pb.gz', '.json'), '{');
  const known = client.sessions.sessions.length;
  for (const [one, other] of [
    [file, base],
    [base, file],
  ] as const) {
    const outcome = await compare(one, other);
    assert.ok(outcome.status === 'failed', JSON.stringify(outcome));
    assert.match(outcome.message, /is a profile from a store, but what it is of can no longer be read/);
  }
  assert.equal(client.sessions.sessions.length, known);
});

test('a profile that is gone: a comparison says that', async () => {
  const [file, base] = [await stored('last week'), await stored('the week before')];
  rmSync(base);
  const outcome = await compare(file, base);
  assert.ok(outcome.status === 'failed');
  assert.match(outcome.message, /There is no file .*\.pb\.gz/);
});

test('against a file of the user it is a plain difference', async () => {
  const file = await stored('last minute');
  const own = path.join(storage, 'own.pprof');
  writeFileSync(own, bytes);
  const session = sessionOf(await compare(file, own));
  assert.equal(session?.base?.profilePath, own);
  assert.equal(session.base.ratio, undefined);
});

test('what is opened counts as used', async () => {
  const file = await stored('long ago');
  utimesSync(file, 1, 1);
  sessionOf(await client.execute('openProfile', { path: file, forPage: true }));
  assert.ok(statSync(file).mtimeMs > 1000);
});

test('the newest comparisons stay, with the profiles that they need', () => {
  const sessions = new SessionStore();
  const profile = profileOf({ samples: [{ values: [1], stack: ['p.F /p/f.go:1'] }] });
  const source = (name: string | number) => {
    const file = `${String(name).padStart(24, '0')}.pb.gz`;
    return sessionSource(profile, { profilePath: path.join('/stores', file) });
  };
  const own = sessions.addFile(sessionSource(profile, { profilePath: '/own', base: source('a') }));
  const shown = sessions.addFile(source('f'));
  const opened = sessions.addFile(source(0));
  const comparisons = Array.from({ length: 6 }, (_, i) => {
    const base = sessions.openBase(source(i));
    return [base, sessions.addFile({ ...source('f'), base })];
  });
  pruneComparisons(sessions, new ProfileFiles('/stores'));
  const left = comparisons.slice(-4).flat().reverse();
  assert.deepEqual(sessions.all, [...left, opened, shown, own]);
});
