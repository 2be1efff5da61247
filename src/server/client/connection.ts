/**
 * The connection with the editor. The library's own (`vscode-languageserver/node`) looks every three seconds whether
 * the editor still lives, on a battery too; but a channel says by itself that its other end is gone.
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
 * The connection over standard input and output, or over Node's channel to a parent that wants that (`--node-ipc`).
 * The process ends when the editor says so, and when the editor ends without a word; what it started goes with it.
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
  // Nothing but messages may stand on standard output, whatever a library prints.
  globalThis.console = new Console(process.stderr, process.stderr);
  return (logger) =>
    createProtocolConnection(
      new StreamMessageReader(process.stdin),
      new StreamMessageWriter(process.stdout),
      logger,
    );
}
