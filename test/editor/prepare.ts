/**
 * Brings what the slow tests need before the first of them starts, so that none waits within its own time limit.
 *
 *     node --import tsx test/editor/prepare.ts programs|browser|editor      each with what stands before it
 */
import { installChromium } from './chromium.ts';
import { installEditor } from './install.ts';
import { installedExtensions } from './server.ts';
import { aptInstall, exitWith, onPath } from './system.ts';
import { packagedExtension } from './vsix.ts';

/** Programs that some tests ask for, and are skipped without: Debian's package of each. */
const optional = { perf: 'linux-perf', wrk: 'wrk' };

try {
  const step = process.argv[2];
  for (const [program, packageName] of Object.entries(optional)) {
    if (onPath(program) === undefined) aptInstall([packageName]);
  }
  if (step !== 'programs') installChromium();
  if (step === 'editor') {
    installedExtensions(await installEditor(), packagedExtension());
  }
} catch (error) {
  exitWith(error);
}
