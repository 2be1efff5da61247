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

/**
 * Connects over standard input and output, or over Node's channel to the parent process if the arguments have
 * `--node-ipc`. This process ends when the editor asks for it, and when the editor's process ends without asking.
 */
export function connect(): ProposedFeatures.Connection {
  let shutdownReceived = false;
  const end = () => process.exit(shutdownReceived ? 0 : 1);
  const overIpc = process.argv.includes('--node-ipc') && process.send !== undefined;
  return createConnection(
    overIpc ? ipcConnection(end) : stdioConnection(end),
    {
      get shutdownReceived() {
        return shutdownReceived;
      },
      set shutdownReceived(received) {
        shutdownReceived = received;
      },
      initialize: () => undefined,
      exit: (code) => process.exit(code),
    },
    ProposedFeatures.all,
  );
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
