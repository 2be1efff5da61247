/** The rows about questions to an open profile. Their limits are in milliseconds. */
import type { OpenTimes, QuestionTimes } from './engine.ts';
import { finished } from './processes.ts';
import { type ProfileName, profileFile } from './profiles.ts';
import { limited, type Row } from './table.ts';

export async function questionRows(engine: string, large: ProfileName): Promise<Row[]> {
  // The engine repeats each question and returns medians.
  const ask = async (command: string, name: ProfileName): Promise<unknown> =>
    JSON.parse((await finished(process.execPath, [engine, command, profileFile(name)])).output);
  const warm = (await ask('warm', 'typical')) as OpenTimes;
  const large1 = (await ask('questions', large)) as QuestionTimes;
  const long = (await ask('questions', 'longFile')) as QuestionTimes;
  return [
    limited('typical profile (50 kB), bytes to annotations, warm', warm.milliseconds, 10),
    limited('annotations of one file, indexed', large1.oneFile, 1),
    limited(`annotations of a file with ${long.largestFileLines} costly lines`, long.largestFile, 20),
    limited('switching the sample type, large profile', large1.switchType, 300),
    limited('focus, large profile', large1.focus, 300),
    limited('search, large profile', large1.search, 300),
  ];
}
