/** Runs the go command to build something, and shows what it prints. */
import { ok, type Result } from '../../base/result.ts';
import { BoundedText } from '../toolchain/boundedText.ts';
import { firstMessage } from '../toolchain/firstMessage.ts';
import { counterGoflags } from '../toolchain/flags.ts';
import { commandLine, runProcess } from '../toolchain/process.ts';
import type { GoToolchain } from '../toolchain/toolchain.ts';

/** How something is built, as the user has chosen. */
export interface GoSettings {
  readonly toolchain: GoToolchain;
  /** Build tags, separated by commas. */
  readonly tags?: string | undefined;
  /** Flags of `go test` or `go build`. Those after `-args` are for the test binary. */
  readonly flags: readonly string[];
  /** The whole environment of the processes. */
  readonly env: NodeJS.ProcessEnv;
}

export interface GoBuildRequest extends GoSettings {
  readonly directory: string;
  /** An existing folder outside the workspace, for the go command's temporary files, and ours. */
  readonly folder: string;
  readonly signal: AbortSignal;
  output(text: string): void;
}

const keptOutput = 256 * 1024;

/** The flags of a build that is to be measured. */
export function buildFlags({ toolchain, tags }: GoBuildRequest, flags: readonly string[]): string[] {
  return [...tagsFlag(tags), ...counterGoflags(toolchain.goflags, flags), ...flags];
}

export function tagsFlag(tags = ''): string[] {
  return tags === '' ? [] : [`-tags=${tags}`];
}

/** The value is what it has printed if it has failed; `null` if it has not. Problems: those of `runProcess`. */
export async function goBuild(
  { toolchain, directory, env, folder, signal, output }: GoBuildRequest,
  args: readonly string[],
): Promise<Result<string | null>> {
  const { command } = toolchain;
  const printed = new BoundedText(keptOutput);
  const take = (text: string) => {
    printed.push(text);
    output(text);
  };
  output(commandLine(command, args));
  const end = await runProcess({
    command,
    args,
    directory,
    env: {
      ...env,
      // If the go command is killed, it does not remove its temporary files. In this folder the caller removes them.
      GOTMPDIR: env.GOTMPDIR ?? folder,
      // The compiler collects its garbage half as often: a build is a twelfth faster.
      GOGC: env.GOGC ?? '200',
    },
    signal,
    onStdout: take,
    onStderr: take,
  });
  if (!end.ok) return end;
  return ok(end.value.exitCode === 0 ? null : printed.toString());
}

/** The first line that is neither the header of a package (`# p`) nor the end of the output (`FAIL p [setup failed]`). */
export function reasonIn(output: string): string | undefined {
  const lines = output.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '' && !/^(?:#|FAIL\b|go: downloading)/.test(line));
  return first < 0 ? undefined : firstMessage(lines.slice(first));
}
