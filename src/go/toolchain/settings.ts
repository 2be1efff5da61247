/** The settings of a run: ours, and those of the Go extension with the same meaning. Pure. */
import { property, type Reader, text, validEntries, validItems } from '../../base/outsideValues.ts';
import { withoutSpoilingFlags } from './flags.ts';

/** The settings of the Go extension (section `go`) that are used here, with the same meaning. */
export type GoExtensionSettings = ReturnType<typeof readGoExtensionSettings>;

/** Our own settings. Flags other than `null` replace those of the Go extension. */
export interface OwnRunSettings {
  readonly flags: readonly string[] | null;
  /** Each of these replaces a variable of the same name in the Go extension's settings. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a run takes from all settings. */
export interface RunSettings {
  /** Added to the process environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Comma-separated build tags; empty for none. */
  readonly tags: string;
  readonly flags: readonly string[];
}

/** What `${...}` and `~` stand for in settings. */
export interface SettingVariables {
  /** `null` if no folder is open. The variable then stays as it is. */
  readonly workspaceFolder: string | null;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Expands `${workspaceFolder}`, `${workspaceRoot}`, `${env:NAME}` and a `~` at the beginning. Other variables stay as they are. */
export function expandVariables(text: string, variables: SettingVariables): string {
  const { workspaceFolder, home, env } = variables;
  return text
    .replace(/^~(?=$|[\\/])/, () => home)
    .replace(/\$\{(?:workspaceFolder|workspaceRoot)\}/g, (variable) => workspaceFolder ?? variable)
    .replace(/\$\{env:([^{}]+)\}/g, (_, name: string) => env[name] ?? '');
}

/** Reads a text of a setting, and expands the variables in it. */
export function expandedText(variables: SettingVariables): Reader<string> {
  return (value) => {
    const read = text(value);
    return read === undefined ? undefined : expandVariables(read, variables);
  };
}

/** Reads environment variables by their names. Users also write numbers and booleans as values. */
export function expandedEnv(variables: SettingVariables): Reader<Readonly<Record<string, string>>> {
  const expanded = expandedText(variables);
  return validEntries((value) =>
    expanded(typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  );
}

/** Reads the section `go` as a client sends it, and expands the variables in all texts. A malformed value counts as not set. */
export function readGoExtensionSettings(section: unknown, variables: SettingVariables) {
  const value = (name: string) => property(section, name);
  const expanded = expandedText(variables);
  const expandedItems = validItems(expanded);
  const expandedEntries = expandedEnv(variables);
  return {
    toolsEnvVars: expandedEntries(value('toolsEnvVars')) ?? {},
    /** Path of an env file; empty for none. */
    testEnvFile: expanded(value('testEnvFile')) ?? '',
    testEnvVars: expandedEntries(value('testEnvVars')) ?? {},
    testTags: text(value('testTags')) ?? null,
    buildTags: expanded(value('buildTags')) ?? '',
    testFlags: expandedItems(value('testFlags')) ?? null,
    buildFlags: expandedItems(value('buildFlags')) ?? [],
    alternateTools: expandedEntries(value('alternateTools')) ?? {},
    goroot: expanded(value('goroot')) ?? '',
  };
}

/**
 * The variables in an env file. A line is `NAME=value` or `export NAME=value`, or a comment that begins with `#`. A value
 * may be quoted. In double quotes `\n` is a line break.
 */
export function parseEnvFile(text: string): Record<string, string> {
  const entries: [string, string][] = [];
  for (const line of text.split(/\r?\n/)) {
    const match = /^(?:export\s+)?([\w.-]+)\s*=(.*)$/s.exec(line.trim());
    if (!match) continue;
    const [, name = '', rest = ''] = match;
    const written = rest.trim();
    const quoted = /^(["'])(.*)\1$/s.exec(written);
    const value = quoted?.[2] ?? written;
    entries.push([name, quoted?.[1] === '"' ? value.replaceAll('\\n', '\n') : value]);
  }
  return Object.fromEntries(entries);
}

/**
 * Merges the settings. A variable in our `env` replaces one in `testEnvVars`, that replaces one in `testEnvFile`, and
 * that replaces one in `toolsEnvVars`. Tags are `testTags` or, if these are not set, `buildTags`. Flags are ours or, if these are not set,
 * `testFlags` or `buildFlags` without those that spoil a benchmark.
 *
 * @param testEnvFileText the content of `testEnvFile`; empty if there is none
 */
export function mergeSettings(
  own: OwnRunSettings,
  go: GoExtensionSettings,
  testEnvFileText: string,
): RunSettings {
  return {
    env: { ...go.toolsEnvVars, ...parseEnvFile(testEnvFileText), ...go.testEnvVars, ...own.env },
    tags: (go.testTags ?? go.buildTags).trim(),
    flags: own.flags ?? withoutSpoilingFlags(go.testFlags ?? go.buildFlags),
  };
}
