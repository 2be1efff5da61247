/**
 * The stories of the sample modules, told over layouts: each module is compared with its repaired version, through the code
 * that the editor uses. A story comes out if the line that it is about is hot in the profile of the commit, and if the
 * repair is called faster.
 */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ProfileCosts } from '../../src/analysis/costs/profileCosts.ts';
import { indexLines } from '../../src/analysis/lines/lines.ts';
import { compareMeasurements } from '../../src/bench/verdicts/change.ts';
import { readProfileFile } from '../../src/go/profiles/profileFile.ts';
import type { BenchmarkResult } from '../../src/go/results/benchmarkResult.ts';
import { resultPair } from '../../src/go/results/resultPair.ts';
import { changeLine } from '../../src/server/results/changeText.ts';
import { done } from '../go/compare/against.ts';
import { goRepository } from '../go/git/repository.ts';

interface Story {
  readonly module: string;
  readonly benchmark: string;
  readonly file: string;
  /** Replaced in the file, one after the other. */
  readonly edits: readonly (readonly [before: string, after: string])[];
  /** The line that the profile of the commit shows: its file, as the profile's name of it ends, and what is written there. */
  readonly hot: { readonly file: string; readonly text: string };
  /** The least share of the CPU time that this line has, with all that it calls. */
  readonly share: number;
}

const stories: readonly Story[] = [
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
  for (const story of stories.filter(({ module }) => values.only === undefined || module === values.only)) {
    const started = Date.now();
    const outcome = await told(story, Number(values.layouts), values.benchtime);
    const seconds = Math.round((Date.now() - started) / 1000);
    process.stdout.write(
      `${story.module}: ${outcome.isTold ? 'comes out' : 'DOES NOT COME OUT'} (${seconds} s)\n`,
    );
    process.stdout.write(outcome.lines.map((line) => `  ${line}\n`).join(''));
    if (!outcome.isTold) process.exitCode = 1;
  }
}

async function told(
  story: Story,
  layouts: number,
  benchtime: string,
): Promise<{ readonly isTold: boolean; readonly lines: readonly string[] }> {
  const files = filesOf(join(workspace, story.module));
  const repository = goRepository(files);
  try {
    repository.write({ [story.file]: edited(files[story.file] ?? '', story) });
    const { base, results, problems } = await done(repository, {
      names: [story.benchmark],
      kinds: ['cpu'],
      layouts,
      benchtime,
    });
    const [older, newer] = [base[0], results[0]];
    if (older === undefined || newer === undefined || problems.length > 0) {
      return { isTold: false, lines: problems.map(({ template, args }) => `${template} ${args.join(' ')}`) };
    }
    const pair = resultPair(older, newer, 0);
    const [time] = compareMeasurements(pair.base, pair.measurements, pair.circumstances);
    const share = await hotShare(older, story, files);
    const isFaster = time?.verdict === 'changed' && time.now.center < time.base.center;
    return {
      isTold: isFaster && time.layouts?.count === layouts && share >= story.share,
      lines: [changeLine(pair), `${story.hot.text}: ${Math.round(100 * share)}% of the commit's CPU time`],
    };
  } finally {
    for (const folder of [repository.output, `${repository.output}-base`])
      rmSync(folder, { recursive: true, force: true });
  }
}

function edited(text: string, { module, edits }: Story): string {
  return edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`${module} has no longer: ${from}`);
    return before.replace(from, to);
  }, text);
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
