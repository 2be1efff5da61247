/** What a program is called with: what is remembered of it, and the dialog in which the user says it. */
import * as l10n from '@vscode/l10n';
import { object, oneOf, type Read, text, validEntries } from '../../../base/outsideValues.ts';
import { chooseRecording, recordingNote } from '../../../go/programs/chooseRecording.ts';
import type { Program } from '../../../go/programs/findProgram.ts';
import { parseEnvFile } from '../../../go/toolchain/settings.ts';
import { splitArguments } from '../../../go/toolchain/splitArguments.ts';
import type { PickItem } from '../../../protocol.ts';
import type { Ask } from '../../client/ask.ts';
import { localSentence } from '../../client/messages.ts';

const programCall = object({
  /** As the user has written them. */
  args: text,
  env: validEntries(text),
  /** The working folder; empty for that of the package. */
  folder: text,
  /** How it is profiled; empty for what its sources show. */
  by: oneOf('flag', 'server', 'overlay', ''),
  /** Where its server listens; empty for what its sources show. */
  address: text,
});

export type ProgramCall = Read<typeof programCall>;

const plainCall: ProgramCall = { args: '', env: {}, folder: '', by: '', address: '' };

/** The calls of this window, for editors that keep no secrets. */
const known = new Map<string, ProgramCall>();

/** The last call of the program in a folder. Arguments and variables may be secrets, so it is where secrets are. */
export async function lastCall(ask: Ask, directory: string): Promise<ProgramCall> {
  const kept = known.get(directory);
  if (kept !== undefined) return kept;
  const secret = await ask.secret(keyOf(directory));
  try {
    return (secret === null ? undefined : programCall(JSON.parse(secret))) ?? plainCall;
  } catch {
    return plainCall;
  }
}

export async function keepCall(ask: Ask, directory: string, call: ProgramCall): Promise<void> {
  known.set(directory, call);
  await ask.keepSecret(keyOf(directory), JSON.stringify(call));
}

function keyOf(directory: string): string {
  return `program ${directory}`;
}

/** `null` if the user has given up. */
export async function askCall(ask: Ask, program: Program, last: ProgramCall): Promise<ProgramCall | null> {
  let call = last;
  for (;;) {
    const chosen = await ask.choose({
      title: l10n.t('Profile {0}', program.name),
      placeholder: l10n.t('Run it, or change what it is called with'),
      items: itemsOf(program, call),
    });
    if (chosen === null) return null;
    if (chosen === 'run') return call;
    call = await changed(ask, program, call, chosen);
  }
}

function itemsOf(program: Program, { args, env, folder, by, address }: ProgramCall): PickItem[] {
  const words = splitArguments(args);
  const recording = chooseRecording(program, {
    by: by || undefined,
    address: address || undefined,
    args: words.ok ? words.value : [],
  });
  const how = recording.ok ? recordingNote(program, recording.value) : recording.problem;
  const none = l10n.t('none');
  return [
    { id: 'run', icon: 'play', label: l10n.t('Run and Profile'), detail: localSentence(how) },
    { id: 'args', icon: 'terminal', label: l10n.t('Arguments…'), description: args || none },
    {
      id: 'env',
      icon: 'symbol-variable',
      label: l10n.t('Environment…'),
      // The values may be passwords.
      description: Object.keys(env).join(', ') || none,
    },
    {
      id: 'folder',
      icon: 'folder',
      label: l10n.t('Working folder…'),
      description: folder || program.packageDirectory,
    },
    { id: 'by', icon: 'flame', label: l10n.t('How it is profiled…'), description: byTexts()[by] },
  ];
}

function byTexts(): Readonly<Record<ProgramCall['by'], string>> {
  return {
    '': l10n.t('as its sources show'),
    flag: l10n.t('by a flag of its own'),
    server: l10n.t('by its own server'),
    overlay: l10n.t('by overlay: a file in this build only'),
  };
}

async function changed(ask: Ask, program: Program, call: ProgramCall, what: string): Promise<ProgramCall> {
  switch (what) {
    case 'args':
      return { ...call, args: await askArguments(ask, program, call.args) };
    case 'env': {
      const env = await askEnvironment(ask, program);
      return env === null ? call : { ...call, env };
    }
    case 'folder': {
      const title = l10n.t('Working folder of {0}', program.name);
      const [folder] = await ask.files({ title, button: l10n.t('Run Here'), folder: true });
      return { ...call, folder: folder ?? call.folder };
    }
    default:
      return askHow(ask, program, call);
  }
}

async function askArguments(ask: Ask, { name }: Program, last: string): Promise<string> {
  let prompt = l10n.t('As on a command line; quotes hold spaces together');
  let value = last;
  for (;;) {
    const typed = await ask.input({ title: l10n.t('Arguments of {0}', name), prompt, value });
    if (typed === null) return last;
    const args = splitArguments(typed);
    if (args.ok) return typed.trim();
    prompt = localSentence(args.problem);
    value = typed;
  }
}

/** The variables replace those of the last time: these are not shown, as they may be secrets. */
async function askEnvironment(ask: Ask, { name }: Program): Promise<Record<string, string> | null> {
  const title = l10n.t('Environment of {0}', name);
  const prompt = l10n.t('NAME=value, several separated by spaces; empty for none. It is kept as a secret.');
  const typed = await ask.input({ title, prompt, password: true });
  if (typed === null) return null;
  const words = splitArguments(typed);
  return words.ok ? parseEnvFile(words.value.join('\n')) : {};
}

async function askHow(ask: Ask, program: Program, call: ProgramCall): Promise<ProgramCall> {
  const texts = byTexts();
  const ways = (['', 'flag', 'server', 'overlay'] as const).filter(
    (by) => by !== 'flag' || program.flags.length > 0,
  );
  const chosen = await ask.choose({
    title: l10n.t('How {0} is profiled', program.name),
    placeholder: '',
    items: ways.map((by) => ({ id: by || 'auto', label: texts[by] })),
  });
  if (chosen === null) return call;
  const by = ways.find((each) => (each || 'auto') === chosen) ?? '';
  if (by !== 'server') return { ...call, by };
  const address = await ask.input({
    title: l10n.t('Where {0} listens', program.name),
    prompt: l10n.t('The address of its net/http/pprof'),
    value: call.address || (program.addresses[0] ?? 'localhost:6060'),
  });
  return address === null ? call : { ...call, by, address: address.trim() };
}
