/** A small Go module in an editor without a window, with a server for it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { goModule } from '../go/goModule.ts';
import { Client, type Ending } from './client.ts';
import type { ClientOptions } from './heardServer.ts';

export interface ServedModule {
  /** The module's folder, which is the workspace. */
  readonly directory: string;
  readonly client: Client;
  readonly storagePath: string;
  /** The URI of the module's only test file, which is open. */
  readonly uri: string;
  /** Profiles a benchmark, or all of them (`null`). Answers the ids of the sessions. */
  profile(benchmark: string | null): Promise<readonly string[]>;
  /** Ends the server. */
  close(): Promise<void>;
}

type ServedOptions = Pick<ClientOptions, 'goSettings' | 'preload' | 'watchesFiles' | 'busyWhile'> &
  Partial<Pick<ServedModule, 'directory' | 'storagePath'>>;

/** The same as `serveModule`, until the test ends. */
export async function servedModule(
  t: Ending,
  ...module: Parameters<typeof serveModule>
): Promise<ServedModule> {
  const served = await serveModule(...module);
  t.after(() => served.close());
  return served;
}

/**
 * Serves a module `example.com/m`.
 *
 * @param files by name; one of them is a test file
 * @param settings of our extension
 * @param directory a folder that has these files already: what was built of them is not built again
 * @param storagePath by default, beside the module
 */
export async function serveModule(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>>,
  {
    goSettings = {},
    directory = goModule(files).directory,
    storagePath = path.join(path.dirname(directory), 'storage'),
    ...options
  }: ServedOptions = {},
): Promise<ServedModule> {
  const testFile = Object.keys(files).find((name) => name.endsWith('_test.go'));
  assert.ok(testFile !== undefined, 'the module has a test file');
  const client = await Client.start({
    folder: directory,
    initializationOptions: { decorations: true, storagePath },
    settings,
    goSettings,
    ...options,
  });
  const uri = await client.open(path.join(directory, testFile));
  return {
    directory,
    client,
    storagePath,
    uri,
    profile: (benchmark) => client.run({ uri, benchmark }),
    close: () => client.stop(),
  };
}
