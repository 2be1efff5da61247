/**
 * `pprof-lens completion`: what completes its commands and options in a shell. What a shell asks is answered from the help, which is
 * made of the options themselves.
 */
import { oneOf } from '../../base/outsideValues.ts';
import { ok } from '../../base/result.ts';
import { readOptions, wrong } from '../terminal/options.ts';
import { type Command, command, exitStatus } from '../terminal/output.ts';
import { standardOutput } from '../terminal/streams.ts';

/** What there is to complete. */
export interface Completable {
  /** Commands and reports. */
  names(): Promise<readonly string[]>;
  /** The help of one of them; `undefined` if there is none of this name. */
  usageOf(name: string): Promise<string | undefined>;
}

export interface Candidate {
  /** With `=` at its end if a value follows. */
  readonly text: string;
  readonly help: string;
}

const scripts = {
  bash: `_pprof_lens() {
  local IFS=$'\\n'
  COMPREPLY=($(pprof-lens completion bash "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null))
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -o bashdefault -o default -F _pprof_lens pprof-lens
`,
  zsh: `#compdef pprof-lens
_pprof_lens() {
  local -a all valued plain
  all=(\${(f)"$(pprof-lens completion zsh "\${(j: :)words[1,CURRENT]}" 2>/dev/null)"})
  valued=(\${(M)all:#*=:*})
  plain=(\${all:#*=:*})
  if (( \${#all} )); then _describe pprof-lens plain -- valued -S ''; else _files; fi
}
compdef _pprof_lens pprof-lens
`,
  fish: `complete --command pprof-lens --arguments '(pprof-lens completion fish (commandline --current-process --cut-at-cursor | string collect) 2>/dev/null)'
`,
};

type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as readonly Shell[];

/** Not translated: option names and this text belong together. */
const completionUsage = `usage: pprof-lens completion bash|zsh|fish

Prints what makes the Tab key complete commands, reports and options. In the file that the shell reads at its start:

  eval "$(pprof-lens completion bash)"       ~/.bashrc
  eval "$(pprof-lens completion zsh)"        ~/.zshrc, after compinit
  pprof-lens completion fish | source        ~/.config/fish/config.fish
`;

export function completionCommand(completable: Completable): Command {
  return command(
    completionUsage,
    (argv) => {
      const given = readOptions(argv[0] === undefined ? argv : argv.slice(0, 1), {});
      if (!given.ok) return given;
      const shell = oneOf(...shells)(given.value.rest[0]);
      if (shell === undefined) return wrong('Name the shell: {0}.', shells.join(', '));
      return ok({ shell, line: argv[1] });
    },
    async ({ shell, line }) => {
      const text =
        line === undefined
          ? scripts[shell]
          : answerTo(shell, line, await completions(line, completable)).join('\n');
      await standardOutput.write(text);
      return exitStatus.done;
    },
  );
}

/** One line each, as the shell reads them. */
function answerTo(shell: Shell, line: string, candidates: readonly Candidate[]): string[] {
  if (shell === 'fish') return candidates.map(({ text, help }) => `${text}\t${help}`);
  if (shell === 'zsh') return candidates.map(({ text, help }) => `${text.replaceAll(':', '\\:')}:${help}`);
  // For bash, a word ends at a sign of equality.
  const before = /\s(\S+=)\S*$/.exec(line)?.[1]?.length ?? 0;
  return candidates.map(({ text }) => text.slice(before));
}

/** What could stand at the end of a line, which begins with the program's name. */
async function completions(line: string, { names, usageOf }: Completable): Promise<Candidate[]> {
  const [, ...words] = line.trimStart().split(/\s+/);
  const last = words.at(-1) ?? '';
  const [name = ''] = words;
  if (words.length === 1 || (words.length === 2 && name === 'help'))
    return (await names()).filter((each) => each.startsWith(last)).map((text) => ({ text, help: '' }));
  const usage = words.includes('--') ? undefined : await usageOf(name);
  if (usage === undefined) return [];
  if (!last.startsWith('-')) return argumentsOf(usage, last);
  const typed = last.replace(/^--?/, '--');
  return optionsOf(usage).flatMap(({ option, value, help }) => {
    if (!typed.includes('='))
      return option.startsWith(typed) ? { text: value === '' ? option : `${option}=`, help } : [];
    return choices(value)
      .map((choice) => ({ text: `${option}=${choice}`, help: '' }))
      .filter(({ text }) => text.startsWith(typed));
  });
}

/** The options of a help, in its order. */
function optionsOf(usage: string) {
  const lines = usage.matchAll(/^ {2}(--[a-z][\w-]*)(?:=(\S+))? +(\S.*)$/gm);
  return [...lines].map(([, option = '', value = '', help = '']) => ({ option, value, help }));
}

/** `text|md` is one of these two. Names in capitals stand for anything. */
function choices(value: string): string[] {
  return /^[a-z-]+(?:\|[a-z-]+)+$/.test(value) ? value.split('|') : [];
}

/** Of a command that takes one of some words, such as this one. */
function argumentsOf(usage: string, last: string): Candidate[] {
  const [, words = ''] = /^usage: pprof-lens \S+ (\S+)$/m.exec(usage) ?? [];
  return choices(words)
    .filter((each) => each.startsWith(last))
    .map((text) => ({ text, help: '' }));
}
