import type { FromPage, PageToSave, RunRequest, ShowFlameGraphArgs } from '../../protocol.ts';

/** Checks of what reaches our commands from links, menus and other extensions: anything may be in there. */

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

/** Checks a message of the page. `null` where it is none of `FromPage`. */
export function readFromPage(message: unknown): FromPage | null {
  if (typeof message !== 'object' || message === null) return null;
  const raw: Record<string, unknown> = { ...message };
  switch (raw.type) {
    case 'ready':
      return { type: 'ready' };
    case 'painted':
      return { type: 'painted' };
    case 'graphviz':
      return { type: 'graphviz' };
    case 'growth':
      return { type: 'growth' };
    case 'open':
    case 'reveal':
      return typeof raw.file === 'string' && isIndex(raw.line)
        ? { type: raw.type, file: raw.file, line: raw.line }
        : null;
    case 'source':
      return typeof raw.file === 'string' ? { type: 'source', file: raw.file } : null;
    case 'assembly':
      return isIndex(raw.id) && typeof raw.functionName === 'string'
        ? { type: 'assembly', id: raw.id, functionName: raw.functionName }
        : null;
    case 'save':
      return typeof raw.name === 'string' && raw.bytes instanceof Uint8Array
        ? { type: 'save', name: raw.name, bytes: raw.bytes }
        : null;
    case 'savePage':
      return typeof raw.name === 'string' && isPageToSave(raw.page)
        ? { type: 'savePage', name: raw.name, page: raw.page }
        : null;
    case 'offer':
      return raw.chosen === 'openAsText' || raw.chosen === 'showOutput'
        ? { type: 'offer', chosen: raw.chosen }
        : null;
    case 'sampleType':
      return isIndex(raw.sampleType) ? { type: 'sampleType', sampleType: raw.sampleType } : null;
    default:
      return null;
  }
}

function isPageToSave(value: unknown): value is PageToSave {
  if (typeof value !== 'object' || value === null) return false;
  const page: Partial<Record<keyof PageToSave, unknown>> = value;
  const { title, profileBytes, firstPicture, sampleType, operations } = page;
  return (
    typeof title === 'string' &&
    profileBytes instanceof Uint8Array &&
    firstPicture instanceof Uint8Array &&
    isIndex(sampleType) &&
    (operations === null || typeof operations === 'number')
  );
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/**
 * Asks what the Go extension exports, `settings.getExecutionCommand('go', uri)?.binPath`, as described in
 * golang/vscode-go, `extension/src/export.d.ts`. `undefined` where the export is not of that form.
 */
export function readBinPath(api: unknown, uri: unknown): string | undefined {
  const settings = property(api, 'settings');
  const getExecutionCommand = property(settings, 'getExecutionCommand');
  if (typeof getExecutionCommand !== 'function') return undefined;
  const binPath = property(getExecutionCommand.call(settings, 'go', uri), 'binPath');
  return typeof binPath === 'string' && binPath !== '' ? binPath : undefined;
}

/** A property of a value of unknown form; `undefined` where there is none. */
export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * The benchmark's name in the id of an item of the Go extension's Test Explorer, such as
 * `file:///m/a_test.go?benchmark#BenchmarkA`; `null` for items that are no benchmarks.
 * The form is described at `GoTest.id` in golang/vscode-go, `extension/src/goTest/utils.ts`.
 */
export function benchmarkOfTestId(id: string): string | null {
  const [, name] = /\?benchmark#(.+)$/s.exec(id) ?? [];
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
