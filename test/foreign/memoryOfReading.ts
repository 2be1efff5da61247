/** Reads one hostile recording after the other, and prints the memory that each took, in megabytes, as JSON. */
import { foreignFormat, readForeignText } from '../../src/foreign/readForeign.ts';
import { measure } from '../memoryMeasured.ts';
import { hostileKinds, hostileRecording } from './hostileRecordings.ts';
import { isText } from './recordings.ts';

const size = Number(process.argv[2]);

for (const kind of hostileKinds) {
  const recording = hostileRecording(kind, size);
  const format = foreignFormat(recording);
  measure(kind, () => isText(format) && readForeignText(recording, format));
}
