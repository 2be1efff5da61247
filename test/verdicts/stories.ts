/** The stories of the sample modules, told over layouts. */
import { parseArgs } from 'node:util';
import { changeLine } from '../../src/server/results/changeText.ts';
import { stories, told } from '../go/toldStories.ts';

/** Options: `--only=template`, `--layouts=5`, `--benchtime=50ms`. The exit status is 1 if a story does not come out. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      layouts: { type: 'string', default: '5' },
      benchtime: { type: 'string', default: '50ms' },
    },
  });
  const layouts = Number(values.layouts);
  for (const story of stories.filter(({ module }) => values.only === undefined || module === values.only)) {
    const started = Date.now();
    const { pair, change, isFaster, share } = await told(story, { layouts, benchtime: values.benchtime });
    const comesOut = isFaster && change.layouts?.count === layouts && share >= story.share;
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(
      `${story.module}: ${comesOut ? 'comes out' : 'DOES NOT COME OUT'} (${seconds} s)
  ${changeLine(pair)}
  ${story.hot.text}: ${Math.round(100 * share)}% of the commit's CPU time
`,
    );
    if (!comesOut) process.exitCode = 1;
  }
}
