/** The settings of a run: ours over those of the Go extension, where these mean the same. Pure. */
import { withoutRuinousFlags } from './flags.ts';

/** Settings of the Go extension (section `go`) that mean the same here. */
export interface GoExtensionSettings {
  readonly toolsEnvVars: Readonly<Record<string, string>>;
  /** Path of an env file; empty for none. */
  readonly testEnvFile: string;
  readonly testEnvVars: Readonly<Record<string, string>>;
  readonly testTags: string | null;
  readonly buildTags: string;
  readonly testFlags: readonly string[] | null;
  readonly buildFlags: readonly string[];
  readonly alternateTools: Readonly<Record<string, string>>;
  readonly goroot: string;
}

/** Our own settings that override the Go extension's; `null` leaves its value. */
export interface OwnRunSettings {
  readonly flags: readonly string[] | null;
}

/** What a run needs of all settings. */
export interface RunSettings {
  /** Added to the process environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Comma-separated build tags; empty for none. */
  readonly tags: string;
  readonly flags: readonly string[];
}

/** What `${...}` and `~` stand for in the Go extension's settings. */
export interface SettingVariables {
  /** `null` where there is none: the variable then stays as it is. */
  readonly workspaceFolder: string | null;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Puts `${workspaceFolder}`, `${workspaceRoot}`, `${env:NAME}` and a leading `~` in; others stay as they are. */
export function expandVariables(text: string, variables: SettingVariables): string {
  const { workspaceFolder, home, env } = variables;
  return text
    .replace(/^~(?=$|[\\/])/, () => home)
    .replace(/\$\{(?:workspaceFolder|workspaceRoot)\}/g, (variable) => workspaceFolder ?? variable)
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => env[name] ?? '');
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readTexts(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : null;
}

/** Numbers and booleans are accepted as people write them in environment settings. */
function readRecord(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
      ['string', 'number', 'boolean'].includes(typeof item) ? [[key, String(item)]] : [],
    ),
  );
}

function expandAll(record: Record<string, string>, variables: SettingVariables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, expandVariables(value, variables)]),
  );
}

/**
 * Reads the section `go` as a client hands it over. Anything malformed counts as not set.
 * `variables` are put into every text.
 */
export function readGoExtensionSettings(section: unknown, variables: SettingVariables): GoExtensionSettings {
  const values = new Map<string, unknown>(
    typeof section === 'object' && section !== null ? Object.entries(section) : [],
  );
  const text = (key: string) => expandVariables(readText(values.get(key)), variables);
  const texts = (key: string) =>
    readTexts(values.get(key))?.map((item) => expandVariables(item, variables)) ?? null;
  const record = (key: string) => expandAll(readRecord(values.get(key)), variables);
  const testTags = values.get('testTags');
  return {
    toolsEnvVars: record('toolsEnvVars'),
    testEnvFile: text('testEnvFile'),
    testEnvVars: record('testEnvVars'),
    testTags: typeof testTags === 'string' ? testTags : null,
    buildTags: text('buildTags'),
    testFlags: texts('testFlags'),
    buildFlags: texts('buildFlags') ?? [],
    alternateTools: record('alternateTools'),
    goroot: text('goroot'),
  };
}

/**
 * Variables of an env file: `NAME=value` a line, `export ` allowed, `#` starts a comment line, values may
 * be quoted; double quotes know `\n`.
 */
export function parseEnvFile(text: string): Record<string, string> {
  const entries: [string, string][] = [];
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (!match) continue;
    const [, name = '', written = ''] = match;
    const quoted = /^(["'])(.*)\1$/.exec(written);
    const value = quoted?.[2] ?? written;
    entries.push([name, quoted?.[1] === '"' ? value.replaceAll('\\n', '\n') : value]);
  }
  return Object.fromEntries(entries);
}

/**
 * The settings of a run: `toolsEnvVars` < `testEnvFile` < `testEnvVars`; `testTags` else `buildTags`;
 * our flags, else `testFlags` else `buildFlags` without those that ruin a benchmark.
 * `testEnvFileText` is the content of `testEnvFile`, empty where there is none.
 */
export function mergeSettings(
  own: OwnRunSettings,
  go: GoExtensionSettings,
  testEnvFileText: string,
): RunSettings {
  return {
    env: { ...go.toolsEnvVars, ...parseEnvFile(testEnvFileText), ...go.testEnvVars },
    tags: (go.testTags ?? go.buildTags).trim(),
    flags: own.flags ?? withoutRuinousFlags(go.testFlags ?? go.buildFlags),
  };
}
