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

/** Reads the section `go` as a client hands it over. Anything malformed counts as not set. */
export function readGoExtensionSettings(section: unknown): GoExtensionSettings {
  void section;
  return {
    toolsEnvVars: {},
    testEnvFile: '',
    testEnvVars: {},
    testTags: null,
    buildTags: '',
    testFlags: null,
    buildFlags: [],
    alternateTools: {},
    goroot: '',
  };
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
  void own;
  void testEnvFileText;
  return { env: { ...go.toolsEnvVars, ...go.testEnvVars }, tags: go.testTags ?? go.buildTags, flags: [] };
}
