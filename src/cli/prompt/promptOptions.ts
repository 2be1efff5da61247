/** The options of the prompt, which last until they are changed: `focus=main`, `lines`, `sample_index=cpu`. */
import { granularities } from '../../analysis/costs/nodes.ts';
import { findSampleType } from '../../analysis/values/sampleType.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Profile } from '../../pprof/profile.ts';
import { type ReportOptions, reportOptions } from '../profiles/reportOptions.ts';
import { readOptions, wrong } from '../terminal/options.ts';

/** pprof's names of the options, in its order, and their values before they are set. */
const defaults = {
  call_tree: 'false',
  compact_labels: 'true',
  divide_by: '1',
  drop_negative: 'false',
  edgefraction: '0.001',
  focus: '',
  granularity: '',
  hide: '',
  ignore: '',
  intel_syntax: 'false',
  mean: 'false',
  nodecount: '-1',
  nodefraction: '0.005',
  noinlines: 'false',
  normalize: 'false',
  output: '',
  prune_from: '',
  relative_percentages: 'false',
  sample_index: '',
  show: '',
  show_from: '',
  showcolumns: 'false',
  sort: 'flat',
  source_path: '',
  tagfocus: '',
  taghide: '',
  tagignore: '',
  tagleaf: '',
  tagroot: '',
  tagshow: '',
  trim: 'true',
  trim_path: '',
  unit: 'minimum',
} as const;

type Name = keyof typeof defaults;

export const optionNames = Object.keys(defaults) as Name[];

/** Values of two options, which can be set by their names alone. */
const choices: Readonly<Record<string, Name>> = {
  ...Object.fromEntries(granularities.map((granularity) => [granularity, 'granularity'])),
  flat: 'sort',
  cum: 'sort',
};

/** What stands for assignments: `:` clears the filters, the name of a sample type chooses it, `mean_TYPE` its mean. */
function shortcut(line: string, { sampleTypes }: Profile): readonly string[] | null {
  if (line === ':') return ['focus=', 'ignore=', 'hide=', 'tagfocus=', 'tagignore='];
  for (const { type } of sampleTypes) {
    if (line === type) return [`sample_index=${type}`];
    if (line === `total_${type}`) return ['mean=false', `sample_index=${type}`];
    if (line === `mean_${type}`) return ['mean=true', `sample_index=${type}`];
  }
  return null;
}

/** The state of the options. */
export class PromptOptions {
  #options: ReportOptions;

  /** @param given on the command line */
  constructor(
    private readonly profile: Profile,
    given: ReportOptions,
  ) {
    this.#options = { trim: true, 'compact-labels': true, ...given };
  }

  get current(): ReportOptions {
    return this.#options;
  }

  /**
   * Sets what a line asks for: `name=value`, a flag or a choice alone, a shortcut. A comment at its end (`//: ...`) is
   * left out, so that lines of `list` can be used. Returns false for a line that sets nothing.
   */
  set(line: string): Result<boolean> {
    const assignments = shortcut(line, this.profile) ?? [line];
    for (const each of assignments) {
      const [, name = '', assigned] = /^\s*([a-z_]+)\s*(?:=(.*))?$/s.exec(each) ?? [];
      const value = assigned?.replace(/\/\/:.*$/s, '').trim();
      const done = this.#assign(name, value);
      if (!done.ok || !done.value) return done;
    }
    return ok(true);
  }

  #assign(name: string, value: string | undefined): Result<boolean> {
    const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
    if (choice !== undefined && (value === undefined || /^(?:true|t|1|yes|y)$/i.test(value))) {
      return this.#assign(choice, name);
    }
    if (!Object.hasOwn(defaults, name)) return ok(false);
    if (name === 'sort') return this.#sort(value ?? '');
    const option = name.replaceAll('_', '-') as keyof typeof reportOptions;
    const isFlag = reportOptions[option].is === 'flag';
    if (value === undefined && !isFlag) return wrong('Give a value: {0}=VALUE.', name);
    if (value === '') {
      const { [option]: _, ...others } = this.#options;
      this.#options = isFlag ? { ...others, [option]: true } : others;
      return ok(true);
    }
    if (name === 'sample_index') {
      const found = findSampleType(this.profile, value ?? '');
      if (!found.ok) return found;
    }
    const read = readOptions([value === undefined ? `--${option}` : `--${option}=${value}`], reportOptions);
    if (!read.ok) return read;
    this.#options = { ...this.#options, ...read.value.options };
    return ok(true);
  }

  #sort(by: string): Result<boolean> {
    if (by !== 'cum' && by !== 'flat') return wrong('Option sort is cum or flat.');
    this.#options = { ...this.#options, cum: by === 'cum' };
    return ok(true);
  }

  /** All options with their values, a line each, as they can be set. */
  list(): string {
    const rows = optionNames.filter((name) => name !== 'source_path').map((name) => this.#row(name));
    return `${rows.join('\n')}\n`;
  }

  #row(name: Name): string {
    const value = this.#valueOf(name);
    const shown = name === 'granularity' && value === '' ? '(default)' : value === '' ? '""' : value;
    const about = this.#aboutValue(name, value);
    return `  ${name.padEnd(25)} = ${shown.padEnd(20)} ${about === '' ? '' : `//: ${about}`}`;
  }

  #valueOf(name: Name): string {
    const options: Readonly<Record<string, unknown>> = this.#options;
    if (name === 'sort') return this.#options.cum === true ? 'cum' : 'flat';
    if (name === 'sample_index') {
      const type = findSampleType(this.profile, this.#options['sample-index'] ?? '');
      return type.ok ? this.profile.sampleTypes[type.value]!.type : '';
    }
    const value = options[name.replaceAll('_', '-')];
    return value === undefined ? defaults[name] : String(value);
  }

  #aboutValue(name: Name, value: string): string {
    if (name === 'granularity') return `[${[...granularities].sort().join(' | ')}]`;
    if (name === 'sort') return '[cum | flat]';
    if (name === 'nodecount' && value === '-1') return 'default';
    if (name !== 'sample_index') return '';
    return `[${this.profile.sampleTypes.map(({ type }) => type).join(' | ')}]`;
  }
}
