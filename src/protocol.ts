/**
 * Every message between the server, the extension and the page that is not standard LSP, and the commands.
 * Types and names; of what comes from outside, readers that check it. The folder `protocol` has a file for each subject; the
 * others import them from here.
 *
 *   page  <-- postMessage -->  extension  <-- LSP -->  server
 *
 * A profile goes to the page as pprof bytes, never as JSON: the server names a file, the extension reads it and posts the
 * bytes, the page decodes them.
 */

export * from './protocol/asking.ts';
export * from './protocol/client.ts';
export * from './protocol/commands.ts';
export * from './protocol/lines.ts';
export * from './protocol/page.ts';
export * from './protocol/programs.ts';
export * from './protocol/remotes.ts';
export * from './protocol/results.ts';
export * from './protocol/runs.ts';
export * from './protocol/sessions.ts';
export * from './protocol/tests.ts';
export * from './protocol/webFiles.ts';
