/** `pprof-lens http PROFILE`: the page in a browser, as long as the command runs. */
import * as l10n from '@vscode/l10n';
import { fail, ok, type Result } from '../../base/result.ts';
import { Browser } from '../../go/toolchain/browser.ts';
import { loadProfiles } from '../profiles/loadProfiles.ts';
import { pprofSpellings, type ReportOptions, reportOptions } from '../profiles/reportOptions.ts';
import { html } from '../reports/html.ts';
import { printableContext } from '../reports/reportCommand.ts';
import { interruptible } from '../terminal/interruptible.ts';
import { flag, optionsText, readOptions, text, whole, wrong } from '../terminal/options.ts';
import { command, exitStatus, failWith } from '../terminal/output.ts';
import { standardError, standardOutput } from '../terminal/streams.ts';
import { PageServer } from './pageServer.ts';

const pageOptions = {
  port: whole('N', 'the port; by default a free one'),
  // As go tool pprof has port and open: `[localhost]:N`.
  http: text(''),
  open: flag('open the page in a browser'),
  'no-browser': flag(),
  'with-source': flag('put source files into the page (default; =false leaves them out)'),
  json: flag('the address as a JSON document'),
};

/** Not translated: option names and this text belong together. */
const httpUsage = `usage: pprof-lens http [options] PROFILE [PROFILE...]

Serves the flame graph page with the profile until Ctrl+C, and prints its address. Only this machine reaches
it, and only who knows the address. The page has the source files that the profile names.

${optionsText(pageOptions)}
The options of the reports that choose values, filter and compare: pprof-lens html --help lists them.
`;

interface Asked {
  readonly options: ReportOptions;
  readonly paths: readonly string[];
  readonly port: number;
  readonly opens: boolean;
}

/** Runs until it is interrupted. */
export const httpCommand = command(httpUsage, readArguments, async ({ options, paths, port, opens }) => {
  const page = await pageOf(paths, options);
  if (!page.ok) return failWith(page.problem);
  const server = await PageServer.start(port);
  if (!server.ok) return failWith(server.problem);
  const address = server.value.add(page.value);
  await standardOutput.write(`${options.json === true ? JSON.stringify({ address }) : address}\n`);
  standardError.write(l10n.t('Serving the page until Ctrl+C.'));
  const browser = new Browser();
  if (opens) {
    const opened = await browser.open(address, server.value.linkTo(address));
    if (!opened.ok) failWith(opened.problem);
  }
  await interruptible((signal) => new Promise((resolve) => signal.addEventListener('abort', resolve)));
  await Promise.all([server.value.close(), browser.close()]);
  return exitStatus.done;
});

function readArguments(argv: readonly string[]): Result<Asked> {
  const given = readOptions(argv, { ...reportOptions, ...pageOptions }, pprofSpellings);
  if (!given.ok) return given;
  const { options, rest } = given.value;
  const port = portOf(options);
  if (!port.ok) return port;
  if (rest.length === 0) return wrong('Name a profile.');
  const opens = options.open === true && options['no-browser'] !== true;
  return ok({
    options: { ...options, 'with-source': options['with-source'] ?? true },
    paths: rest,
    port: port.value,
    opens,
  });
}

function portOf({ port, http }: { readonly port?: number; readonly http?: string }): Result<number> {
  const [, host, named] = /^(.*?)(?::(\d*))?$/s.exec(http ?? '') ?? [];
  if (!['', 'localhost', '127.0.0.1'].includes(host ?? '')) {
    return fail('wrong-arguments', 'The page is served to this machine only. Give --http=localhost:{0}.', [
      named ?? '',
    ]);
  }
  const number = port ?? Number(named ?? 0);
  return number <= 65_535 ? ok(number) : wrong('There is no port {0}. Give one up to 65535.', number);
}

/** The page as one text. */
async function pageOf(paths: readonly string[], options: ReportOptions): Promise<Result<string>> {
  const profile = await loadProfiles(paths, options);
  if (!profile.ok) return profile;
  const context = printableContext(profile.value, { options, argument: '' });
  return context.ok ? html.output(context.value) : context;
}
