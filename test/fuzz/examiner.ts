import { type Examined, examine } from './examine.ts';
import { goExaminer } from './examineGo.ts';
import { examineRecording } from './examineRecording.ts';
import { examineStore } from './examineStore.ts';
import type { Inputs } from './watched.ts';

/** What examines inputs of a kind: see each of them. */
export async function examiner(
  makes: Inputs,
): Promise<(bytes: Uint8Array, part?: number | 'all') => Examined> {
  switch (makes) {
    case 'profiles':
      return examine;
    case 'recordings':
      return examineRecording;
    case 'go':
      return goExaminer();
    case 'stores':
      return examineStore;
  }
}
