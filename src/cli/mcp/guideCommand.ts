/** `pprof-lens guide`: how to make Go code faster with this program. */
import { ok } from '../../base/result.ts';
import { command, exitStatus } from '../terminal/output.ts';
import { standardOutput } from '../terminal/streams.ts';
import { guideText } from './guide.ts';

const guideUsage = `usage: pprof-lens guide

How an agent, or a person in a hurry, makes Go code faster with this program, and knows that it is. The skill
file and the instructions of pprof-lens mcp say the same.
`;

export const guideCommand = command(
  guideUsage,
  () => ok(null),
  async () => {
    await standardOutput.write(guideText);
    return exitStatus.done;
  },
);
