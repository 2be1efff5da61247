/** How the editor starts the server for agents: the command line that comes with the extension. */
import { delimiter } from 'node:path';

/** The arguments of Node. */
export function serverArguments(commandLine: string, folder: string, isTrusted: boolean): string[] {
  return [commandLine, 'mcp', `--root=${folder}`, ...(isTrusted ? [] : ['--read-only'])];
}

/** @param goFolder the folder of the go command; `undefined` for the one on PATH */
export function serverEnvironment(path: string, goFolder: string | undefined): Record<string, string> {
  return {
    // The editor's own program is Node then.
    ELECTRON_RUN_AS_NODE: '1',
    ...(goFolder === undefined ? {} : { PATH: `${goFolder}${delimiter}${path}` }),
  };
}
