/** The steps of action.yml, as a runner of GitHub runs them: expressions, conditions, environment, shell. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { testFolder } from '../../testFolder.ts';
import { cliArguments, outcomeOf } from '../runCli.ts';

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly 'working-directory'?: string;
  readonly 'continue-on-error'?: boolean;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const repository = join(import.meta.dirname, '../../..');
export const action: ActionFile = parse(readFileSync(join(repository, 'action.yml'), 'utf8'));
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

export interface Job {
  /** Where the repository is checked out. */
  readonly workspace: string;
  readonly eventName: string;
  readonly event: object;
  readonly inputs: Readonly<Record<string, string>>;
  readonly env: NodeJS.ProcessEnv;
  /** What an earlier workflow has left. */
  readonly artifact?: string;
  /** Called with what a step prints. First is the line `pid N`, of the command line's process. */
  readonly onPrinted?: (text: string) => void;
}

export interface JobResult {
  readonly isFailed: boolean;
  readonly log: string;
  readonly summary: string;
  /** The folder that was uploaded; `null` if there was nothing. */
  readonly artifact: string | null;
  /** The names of the steps that ran. */
  readonly steps: readonly string[];
}

/** Runs the action as the only step of a job. */
export async function runAction({
  workspace,
  eventName,
  event,
  inputs,
  env,
  ...job
}: Job): Promise<JobResult> {
  const temporary = testFolder({ 'event.json': JSON.stringify(event), 'bin/npx': npx });
  chmodSync(join(temporary, 'bin/npx'), 0o755);
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const github = { event_name: eventName, event, token: 'secret' };
  const contexts = {
    inputs: { ...Object.fromEntries(defaults), ...inputs },
    github,
    runner: { temp: temporary },
  };
  const [steps, printed]: string[][] = [[], []];
  let [isFailed, summary, artifact]: [boolean, string, string | null] = [false, '', null];
  for (const step of action.runs.steps) {
    if (!isTrue(step.if ?? 'success()', contexts, isFailed)) continue;
    steps!.push(step.name);
    const filled = (text: string) => fill(fill(text, contexts, isFailed), contexts, isFailed);
    const given = Object.entries(step.with ?? {}).map(([name, value]) => [name, filled(String(value))]);
    const { path = '' } = Object.fromEntries(given);
    if (step.uses?.startsWith('actions/upload-artifact@')) artifact = existsSync(path) ? path : null;
    if (step.uses?.startsWith('actions/download-artifact@') && job.artifact !== undefined)
      cpSync(job.artifact, path, { recursive: true });
    if (step.run === undefined) continue;
    const number = steps!.length;
    const [script, summaryFile] = [join(temporary, `${number}.sh`), join(temporary, `${number}.md`)];
    writeFileSync(script, filled(step.run));
    writeFileSync(summaryFile, '');
    const variables = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)]);
    const program = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: resolve(workspace, filled(step['working-directory'] ?? '.')),
      env: {
        ...env,
        ...Object.fromEntries(variables),
        PATH: `${join(temporary, 'bin')}:${process.env.PATH}`,
        CLI: cliArguments()[0],
        VERSION: version,
        CI: 'true',
        GITHUB_ACTION_PATH: repository,
        GITHUB_EVENT_NAME: eventName,
        GITHUB_EVENT_PATH: join(temporary, 'event.json'),
        GITHUB_REPOSITORY: 'o/r',
        GITHUB_RUN_ID: '7',
        GITHUB_STEP_SUMMARY: summaryFile,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temporary,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = await outcomeOf(program, (text) => job.onPrinted?.(text));
    printed!.push(ended.stdout, ended.stderr);
    summary += readFileSync(summaryFile, 'utf8');
    if (ended.status !== 0 && step['continue-on-error'] !== true) isFailed = true;
  }
  return { isFailed, log: printed!.join(''), summary, artifact, steps: steps! };
}

/** Of the package, only its own version is there. */
const npx = `#!/bin/sh
[ "$1 $2 $3 $4" = "--yes --package=pprof-lens@$VERSION -- pprof-lens" ] || { echo "npx $*" >&2; exit 97; }
shift 4
echo "pid $$" >&2
exec "${process.execPath}" "$CLI" "$@"
`;

type Contexts = Readonly<Record<string, object>>;

function fill(text: string, contexts: Contexts, isFailed: boolean): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
    String(evaluate(expression, contexts, isFailed) ?? ''),
  );
}

function isTrue(condition: string, contexts: Contexts, isFailed: boolean): boolean {
  const expression = condition.replace(/^\$\{\{(.*)\}\}$/, '$1');
  const hasStatus = /\b(?:always|success|failure|cancelled)\(\)/.test(expression);
  return Boolean(evaluate(expression, contexts, isFailed)) && (hasStatus || !isFailed);
}

/** Names, texts, comparisons, `&&`, `||`, `!`, brackets, and the functions of a job's status. */
function evaluate(expression: string, contexts: Contexts, isFailed: boolean): unknown {
  const status: Readonly<Record<string, boolean>> = {
    always: true,
    success: !isFailed,
    failure: isFailed,
    cancelled: false,
  };
  const tokens = expression.match(/'[^']*'|[\w-]+\(\)|[\w-]+(?:\.[\w-]+)*|&&|\|\||[!=]=|[!()]/g) ?? [];
  let at = 0;
  const operand = (): unknown => {
    const token = tokens[at++] ?? '';
    if (token === '!') return !operand();
    if (token === '(') {
      const value = either();
      at++;
      return value;
    }
    if (token.startsWith("'")) return token.slice(1, -1);
    if (token.endsWith('()')) return status[token.slice(0, -2)];
    return token.split('.').reduce<unknown>((value, name) => Object(value)[name], contexts);
  };
  const comparison = (): unknown => {
    const value = operand();
    if (!/^[!=]=$/.test(tokens[at] ?? '')) return value;
    const isEqual = tokens[at++] === '==';
    return (value === operand()) === isEqual;
  };
  const all = (): unknown => {
    let value = comparison();
    while (tokens[at] === '&&') {
      at++;
      const next = comparison();
      value = value && next;
    }
    return value;
  };
  const either = (): unknown => {
    let value = all();
    while (tokens[at] === '||') {
      at++;
      const next = all();
      value = value || next;
    }
    return value;
  };
  return either();
}

/** What a runner takes for commands of a log: lines that begin with `::`, but for what stands between two others. */
export function commandsIn(log: string): string[] {
  const commands: string[] = [];
  let end: string | undefined;
  for (const line of log.split('\n')) {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined;
      continue;
    }
    const [, word] = /^::stop-commands::(\S+)$/.exec(line) ?? [];
    if (word !== undefined) end = `::${word}::`;
    else if (/^\s*::|##\[/.test(line)) commands.push(line);
  }
  return commands;
}
