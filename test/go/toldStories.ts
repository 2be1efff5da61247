/**
 * The stories of the sample modules: each module is compared with its repaired version, through the code that the editor uses. A
 * story comes out if the line that it is about is hot in the profile of the commit, and if the repair is called faster.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { indexLines } from '../../src/analysis/lines/lines.ts';
import { sentence } from '../../src/base/result.ts';
import { compareMeasurements, type MetricChange } from '../../src/bench/verdicts/change.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { type ResultPair, resultPair } from '../../src/go/results/resultPair.ts';
import { type Edits, edited } from '../edits.ts';
import { done, type Options } from './compare/against.ts';
import { goRepository } from './git/repository.ts';

/** A change that a module's README tells of, and the line that leads to it. */
export interface Story {
  readonly module: string;
  readonly benchmark: string;
  readonly file: string;
  readonly edits: Edits;
  /** The line that the profile of the commit shows: its file, as the profile's name of it ends, and what is written there. */
  readonly hot: { readonly file: string; readonly text: string };
  /** The least share of the CPU time that this line has, with all that it calls. */
  readonly share: number;
}

export const stories: readonly Story[] = [
  {
    module: 'debugprint',
    benchmark: 'BenchmarkSort',
    file: 'inbox.go',
    edits: [
      ['\tfmt.Println("DEBUG folderOf", message, rules)\n', ''],
      ['\t"fmt"\n', ''],
    ],
    hot: { file: 'inbox.go', text: 'fmt.Println' },
    share: 0.5,
  },
  {
    module: 'protoprint',
    benchmark: 'BenchmarkRoute/printing',
    file: 'route.go',
    edits: [
      ['\tfmt.Println("DEBUG route", order)\n', ''],
      ['\t"fmt"\n\n', ''],
    ],
    hot: { file: 'route.go', text: 'fmt.Println' },
    share: 0.5,
  },
  {
    module: 'template',
    benchmark: 'BenchmarkCatalogue',
    file: 'shop.go',
    edits: [
      [
        `	views, err := template.ParseFiles(
		filepath.Join(s.Views, "layout.html"),
		filepath.Join(s.Views, "components.html"),
		filepath.Join(s.Views, "forms.html"),
		filepath.Join(s.Views, "catalogue.html"),
	)
`,
        '\tviews, err := s.parsed()\n',
      ],
      [
        '// ServeHTTP renders',
        `var kept sync.Map

func (s *Shop) parsed() (*template.Template, error) {
	if views, ok := kept.Load(s.Views); ok {
		return views.(*template.Template), nil
	}
	views, err := template.ParseFiles(
		filepath.Join(s.Views, "layout.html"),
		filepath.Join(s.Views, "components.html"),
		filepath.Join(s.Views, "forms.html"),
		filepath.Join(s.Views, "catalogue.html"),
	)
	if err == nil {
		kept.Store(s.Views, views)
	}
	return views, err
}

// ServeHTTP renders`,
      ],
      ['\t"slices"\n', '\t"slices"\n\t"sync"\n'],
    ],
    hot: { file: 'shop.go', text: 'template.ParseFiles' },
    share: 0.4,
  },
  {
    module: 'summary',
    benchmark: 'BenchmarkSummary/standard',
    file: 'summary_test.go',
    edits: [['run(b, Standard(orderFile))', 'run(b, FasterDecoder(orderFile))']],
    hot: { file: 'stages.go', text: 'json.Unmarshal' },
    share: 0.4,
  },
  {
    module: 'logging',
    benchmark: 'BenchmarkQuote/gin',
    file: 'gateway_test.go',
    edits: [
      [
        '{ run(b, DefaultRecords(container(b))) }',
        '{\n\tlog, stop := BufferedZap(container(b))\n\tdefer stop()\n\trun(b, ZapRecords(log))\n}',
      ],
    ],
    hot: { file: 'logger.go', text: 'fmt.Fprint(out' },
    share: 0.2,
  },
];

const workspace = join(import.meta.dirname, '../workspace');

export interface ToldStory {
  readonly pair: ResultPair;
  /** That of the time. */
  readonly change: MetricChange;
  readonly isFaster: boolean;
  /** Of the CPU time of the commit, what the line has with all that it calls. */
  readonly share: number;
}

/** Compares a story's module with its repaired version. */
export async function told(story: Story, options: Options): Promise<ToldStory> {
  const files = filesOf(join(workspace, story.module));
  const repository = goRepository(files);
  try {
    repository.write({ [story.file]: edited(files[story.file] ?? '', story.edits) });
    const { base, results, problems } = await done(repository, {
      names: [story.benchmark],
      kinds: ['cpu'],
      ...options,
    });
    const [older, newer] = [base[0], results[0]];
    if (older === undefined || newer === undefined || problems.length > 0)
      throw new Error(`${story.module}: ${problems.map(sentence).join(' ')}`);
    const pair = resultPair(older, newer, 0);
    const [change] = compareMeasurements(pair.base, pair.measurements, pair.circumstances);
    if (change?.unit !== 'ns/op') throw new Error(`${story.module}: no time`);
    const isFaster = change.verdict === 'changed' && change.now.center < change.base.center;
    return { pair, change, isFaster, share: await hotShare(older, story, files) };
  } finally {
    for (const folder of [repository.output, `${repository.output}-base`])
      rmSync(folder, { recursive: true, force: true });
  }
}

/** The share of the CPU time that the story's line has in the result's profile, with all that it calls. */
async function hotShare(
  { profiles }: BenchmarkResult,
  { hot }: Story,
  files: Readonly<Record<string, string>>,
): Promise<number> {
  const cpu = profiles.find(({ kind }) => kind === 'cpu');
  const read = cpu === undefined ? null : await readProfileFile(cpu.path);
  if (!read?.ok || !read.value) return 0;
  const index = indexLines(new ProfileCosts(read.value));
  const type = read.value.sampleTypes.findIndex((each) => each.type === 'cpu');
  const shares = index.files.flatMap((name, file) => {
    if (!name.endsWith(`/${hot.file}`)) return [];
    const text = files[hot.file] ?? readFileSync(name, 'utf8');
    const wanted = text.split('\n').flatMap((line, i) => (line.includes(hot.text) ? [i + 1] : []));
    return index
      .lines(file, type)
      .filter(({ line }) => wanted.includes(line))
      .map(({ cum }) => Number(cum) / Number(index.total(type)));
  });
  return Math.max(0, ...shares);
}

/** The texts of a folder's files, by their names from there. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(found.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
