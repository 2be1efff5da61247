/** The files around hostile profiles: a workspace with a source file, and private files beside it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../testFolder.ts';
import type { Surroundings } from './corpus.ts';
import { canaryText } from './signs.ts';

/** Functions on the lines that the profiles name. */
const sourceText = `package shop

func sum(prices []int) int {
	n := 0
	n += len(prices)
	return n
}
func total(prices []int) int {
	return sum(prices)
}

func all() int {
	return total([]int{1})
}
`;

export interface Places extends Surroundings {
  /** Writes a file of the workspace. */
  write(name: string, bytes: Uint8Array): void;
  remove(): void;
}

export function placesOfCorpus(): Places {
  const root = testFolder();
  const folder = join(root, 'workspace');
  const outside = join(root, 'private');
  for (const path of [folder, outside, join(outside, '.ssh')]) mkdirSync(path);
  const source = join(folder, 'shop.go');
  writeFileSync(source, sourceText);
  // Before the profiles were taken.
  utimesSync(source, new Date('2020-01-01'), new Date('2020-01-01'));
  writeFileSync(join(folder, 'go.mod'), 'module example.com/shop\n\ngo 1.21\n');
  const canary = ['.env', 'notes.txt', '.ssh/id_rsa', 'secrets.json', 'noextension', 'history.sh'].map(
    (name) => {
      const path = join(outside, name);
      // Also on the lines that the profiles name.
      writeFileSync(path, `${canaryText} of ${name}\n`.repeat(20));
      return path;
    },
  );
  const link = join(folder, 'link.txt');
  symlinkSync(canary[0]!, link);
  // Whoever opens these waits for ever, or reads until memory is gone. Their names are those of sources.
  execFileSync('mkfifo', [join(folder, 'pipe.go')]);
  symlinkSync('/dev/zero', join(folder, 'zero.go'));
  symlinkSync('/dev/tty', join(folder, 'terminal.go'));
  symlinkSync(join(folder, 'circle.go'), join(folder, 'circle.go'));
  mkdirSync(join(folder, 'folder.go'));
  return {
    write: (name, bytes) => writeFileSync(join(folder, name), bytes),
    source,
    folder,
    canary: [...canary, link],
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
