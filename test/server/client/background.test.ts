/** What fails in the background is in the server's log with its stack, and the server goes on. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  ErrorCodes,
  ResponseError,
} from 'vscode-languageserver/node';
import { testFolder } from '../../testFolder.ts';
import { Client } from '../client.ts';

const folder = testFolder({ 'm/m_test.go': 'package m\n' });

/** The server's next answer, unless the server ends first. */
async function nextAnswer(client: Client): Promise<unknown> {
  const uri = await client.open(path.join(folder, 'm', 'm_test.go'));
  return Promise.race([
    client.lensTitles(uri),
    new Promise((resolve) => client.process.once('exit', (code) => resolve(`ended with ${code}`))),
  ]);
}

test('a request to the editor that fails leaves the server alive', async () => {
  const client = await Client.start({ folder: path.join(folder, 'm') });
  client.connection.onRequest(CodeLensRefreshRequest.type, () => {
    throw new ResponseError(ErrorCodes.InternalError, 'this editor has no lenses');
  });
  await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  assert.deepEqual(await nextAnswer(client), []);
  await client.until('the fault', () => client.log.includes('this editor has no lenses'));
  assert.match(client.log, /this editor has no lenses[\s\S]*\n\s+at /, 'its stack');
  await client.stop();
});

for (const [what, fails] of [
  ['a promise that nobody has thought of', "Promise.reject(new Error('of a library'))"],
  ['a timer that throws', "setTimeout(() => { throw new Error('of a library'); })"],
] as const) {
  const skip = process.platform === 'win32' && 'there are no signals to ask by';
  test(`so does ${what}`, { skip }, async () => {
    const preload = path.join(folder, 'preload.cjs');
    writeFileSync(preload, `process.on('SIGUSR2', () => void ${fails});\n`);
    const client = await Client.start({ folder: path.join(folder, 'm'), preload });
    client.process.kill('SIGUSR2');
    await Promise.race([
      client.until('the fault', () => client.log.includes('of a library')),
      new Promise((_, reject) => {
        client.process.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
      }),
    ]);
    assert.match(client.log, /Error: of a library\n\s+at /, 'its stack');
    assert.deepEqual(await nextAnswer(client), []);
    await client.stop();
  });
}
