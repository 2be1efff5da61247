/** Checks of what reaches our commands from links, menus and other extensions: anything may be in there. */
import type { RunRequest, ShowFlameGraphArgs } from '../protocol.ts';
import { property } from './property.ts';

/** The well-formed parts of `clientCommands.showFlameGraph`'s argument. */
export function readShowFlameGraphArgs(value: unknown): ShowFlameGraphArgs {
  const sessionId = property(value, 'sessionId');
  const profilePath = property(value, 'profilePath');
  const sampleType = property(value, 'sampleType');
  const functionName = property(value, 'functionName');
  return {
    ...(typeof sessionId === 'string' ? { sessionId } : {}),
    ...(typeof profilePath === 'string' ? { profilePath } : {}),
    ...(typeof sampleType === 'number' && Number.isInteger(sampleType) && sampleType >= 0
      ? { sampleType }
      : {}),
    ...(typeof functionName === 'string' && functionName !== '' ? { functionName } : {}),
  };
}

/** True where the value names what to run; the server checks the rest. */
export function isRunRequest(value: unknown): value is RunRequest {
  const benchmark = property(value, 'benchmark');
  return typeof property(value, 'uri') === 'string' && (benchmark === null || typeof benchmark === 'string');
}

/** The id of a test item, `null` where the value is none. VS Code hands one to commands of the Test Explorer's menus. */
export function readTestItem(value: unknown): { readonly id: string; readonly uri: string } | null {
  const id = property(value, 'id');
  const uri = property(value, 'uri');
  return typeof id === 'string' && typeof uri === 'object' && uri !== null ? { id, uri: String(uri) } : null;
}
