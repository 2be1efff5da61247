/** Reports that are files: in the prompt, where nobody wants to see them, they are written without being asked for one. */
import { existsSync } from 'node:fs';

/** By report, the end of its file's name. */
const endings: Readonly<Record<string, string>> = {
  callgrind: 'out',
  graph: 'svg',
  html: 'html',
  proto: 'pb.gz',
  speedscope: 'json',
  svg: 'svg',
  topproto: 'pb.gz',
};

/** The end of a report's file; `undefined` for one that is read in the prompt. */
export function needsFile(report: string): string | undefined {
  return Object.hasOwn(endings, report) ? endings[report] : undefined;
}

/** The first free name in the current folder, as pprof numbers them: `profile001.pb.gz`. */
export function freeFile(ending: string): string {
  for (let number = 1; ; number++) {
    const name = `profile${String(number).padStart(3, '0')}.${ending}`;
    if (!existsSync(name)) return name;
  }
}
