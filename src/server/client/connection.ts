/**
 * The connection with the editor. The one of `vscode-languageserver/node` checks every three seconds if the editor's
 * process is still there, which costs battery. This one waits for the end of the channel, which comes by itself when the
 * editor's process ends.
 */
import { Console } from 'node:console';
import {
  createConnection,
  type Logger,
  ProposedFeatures,
  type ProtocolConnection,
} from 'vscode-languageserver';
import {
  createProtocolConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { logFault } from './background.ts';

/** Milliseconds for the last work where nobody has asked for the end. A benchmark has two seconds of them to end by itself. */
const patience = 10_000;

/**
 * Connects over standard input and output, or over Node's channel to the parent process if the arguments have
 * `--node-ipc`. This process ends when the editor asks for it, when the editor's process ends without asking, and when the
 * system asks it to.
 *
 * @param dispose what is to be done before an end that was not announced by `shutdown`: no benchmark and no file stays
 */
export function connect(dispose: () => Promise<void>): ProposedFeatures.Connection {
  let shutdownReceived = false;
  let isEnding = false;
  const end = () => {
    if (shutdownReceived) process.exit(0);
    if (isEnding) return;
    isEnding = true;
    const exit = () => process.exit(1);
    // The editor is gone. That messages do not reach it any more is no reason to end before the work is done.
    process.stdout.on('error', () => undefined);
    setTimeout(exit, patience);
    void dispose().then(exit, exit);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  const overIpc = process.argv.includes('--node-ipc') && process.send !== undefined;
  const connection = createConnection(
    overIpc ? ipcConnection(end) : stdioConnection(end),
    {
      get shutdownReceived() {
        return shutdownReceived;
      },
      set shutdownReceived(received) {
        shutdownReceived = received;
      },
      initialize: () => undefined,
      exit: end,
    },
    ProposedFeatures.all,
  );
  // For promises that libraries make, those that fail before somebody waits for them, and timers. See `Background` for all others.
  for (const fault of ['unhandledRejection', 'uncaughtException']) {
    process.on(fault, (error) => logFault(connection, error));
  }
  return connection;
}

type Connect = (logger: Logger) => ProtocolConnection;

function ipcConnection(end: () => void): Connect {
  process.once('disconnect', end);
  return (logger) =>
    createProtocolConnection(new IPCMessageReader(process), new IPCMessageWriter(process), logger);
}

function stdioConnection(end: () => void): Connect {
  process.stdin.once('end', end);
  process.stdin.once('close', end);
  // Standard output must carry messages only, so what libraries print goes to standard error.
  globalThis.console = new Console(process.stderr, process.stderr);
  return (logger) =>
    createProtocolConnection(
      new StreamMessageReader(process.stdin),
      new StreamMessageWriter(process.stdout),
      logger,
    );
}
