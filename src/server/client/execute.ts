import { type CancellationToken, type Connection, ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Reader } from '../../base/outsideValues.ts';
import { fail, type Result } from '../../base/result.ts';
import {
  type CommandAnswer,
  type CommandArgument,
  type ServerCommandName,
  serverCommandId,
  serverCommandNames,
  serverCommands,
} from '../../protocol.ts';
import { localSentence } from './messages.ts';

/** One function for each command. Its argument has been checked. */
export type CommandHandlers = {
  readonly [Name in ServerCommandName]: (
    argument: CommandArgument<Name>,
    token: CancellationToken,
  ) => CommandAnswer<Name> | Promise<CommandAnswer<Name>>;
};

/** Executes the client's commands. A wrong command is answered by an error with a sentence. */
export function answerCommands(connection: Connection, handlers: CommandHandlers): void {
  connection.onExecuteCommand(async ({ command, arguments: args }, token) => {
    try {
      const executed = await execute(handlers, command, args ?? [], token);
      if (executed.ok) return executed.value;
      return new ResponseError(ErrorCodes.InvalidParams, localSentence(executed.problem));
    } catch (error) {
      // A bug. The client gets only the error's message, so the log gets the stack.
      connection.console.error(`${command}: ${error instanceof Error ? error.stack : String(error)}`);
      throw error;
    }
  });
}

/**
 * Executes the command with this id. Problems: `no-command`, `bad-arguments`. Both are mistakes of the program that has
 * sent the command.
 */
async function execute(
  handlers: CommandHandlers,
  id: string,
  args: readonly unknown[],
  token: CancellationToken,
): Promise<Result<unknown>> {
  const name = serverCommandNames.find((each) => serverCommandId(each) === id);
  if (name === undefined) return fail('no-command', 'There is no command {0}.', [id]);
  return call(handlers, name, args, token);
}

/** The table of commands, as the compiler can look a name up in it. */
const checked: {
  readonly [Name in ServerCommandName]: { readonly takes: Reader<CommandArgument<Name>> };
} = serverCommands;

async function call<Name extends ServerCommandName>(
  handlers: CommandHandlers,
  name: Name,
  args: readonly unknown[],
  token: CancellationToken,
): Promise<Result<CommandAnswer<Name>>> {
  const argument = checked[name].takes(args[0] ?? null);
  if (argument !== undefined) return { ok: true, value: await handlers[name](argument, token) };
  return fail('bad-arguments', 'The command {0} does not take these arguments: {1}', [
    serverCommandId(name),
    JSON.stringify(args),
  ]);
}
