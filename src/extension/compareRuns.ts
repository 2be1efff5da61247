import type { FlameGraph } from './flameGraph.ts';
import type { Outputs } from './outputs.ts';
import { property } from './property.ts';
import type { CommandInterceptor } from './server.ts';

/**
 * Stands before `serverCommands.compareRuns`, from a lens as from a view: the server makes the comparison the active
 * profile and writes its table into the output, and both are brought into sight. The user stays in the code.
 */
export function createCompareInterceptor(flameGraph: FlameGraph, outputs: Outputs): CommandInterceptor {
  return async (command, args, next) => {
    const outcome = await next(command, args);
    if (property(outcome, 'status') === 'opened') {
      outputs.runs.show(true);
      flameGraph.show(true);
    }
    return outcome;
  };
}
