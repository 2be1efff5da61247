/**
 * Brings everything the slow tests need before the first of them starts, so that none waits within its
 * own time limit.
 *
 *     node --import tsx test/editor/prepare.ts [browser]     with `browser`, only that
 */
import { installChromium } from './chromium.ts';
import { installEditor } from './install.ts';
import { exitWith } from './system.ts';
import { packagedExtension } from './vsix.ts';

try {
  installChromium();
  if (process.argv[2] !== 'browser') {
    await installEditor();
    packagedExtension();
  }
} catch (error) {
  exitWith(error);
}
