/**
 * Commits of public modules whose authors have published what benchstat said of them: both versions are measured in turns and
 * counted here, as the editor compares a working tree with a commit.
 */
import { parseArgs } from 'node:util';
import { resultPair } from '../../src/go/results/resultPair.ts';
import { changeLine } from '../../src/server/results/changeText.ts';
import { done } from '../go/compare/against.ts';
import { goRepository, type TestRepository } from '../go/git/repository.ts';
import { writeFiles } from '../testFolder.ts';

interface PublishedCommit {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** Where the table stands. */
  readonly where: string;
  readonly commit: string;
  /** What it is compared with. */
  readonly base: string;
  readonly tags?: string;
  /** Written where there is none. */
  readonly goMod?: string;
  /** What benchstat said, by benchmark. */
  readonly published: Readonly<Record<string, string>>;
}

const commits: readonly PublishedCommit[] = [
  {
    repository: 'cespare/xxhash',
    where: 'the commit',
    commit: '513268860fbcf2c36a002a48acc34e32152e24cc',
    base: 'aa1a74e0bbdf53357dbe98044f3f7652864212ca',
    tags: 'purego',
    published: {
      'Sum64/4B': '676 → 820 MB/s  +21.16%',
      'Sum64/16B': '1.83 → 2.07 GB/s  +13.17%',
      'Sum64/100B': '5.05 → 5.39 GB/s  +6.77%',
      'Sum64/4KB': '9.86 → 10.03 GB/s  +1.72%',
      'Sum64/10MB': '9.64 → 9.64 GB/s  ~',
      'Sum64String/4B': '649 → 776 MB/s  +19.69%',
      'Sum64String/16B': '1.73 → 1.94 GB/s  +12.47%',
      'Sum64String/100B': '4.93 → 5.26 GB/s  +6.68%',
      'Sum64String/4KB': '9.84 → 10.04 GB/s  +2.03%',
    },
  },
  {
    repository: 'miekg/dns',
    where: 'pull request 818',
    commit: '091d66a39fd8965fb113557f338e4bd290ee00d2',
    base: '6bf402f3c4b2338dd6c357941c58155317768104',
    goMod: `module github.com/miekg/dns

go 1.18

require (
	golang.org/x/crypto v0.23.0
	golang.org/x/net v0.25.0
	golang.org/x/sync v0.7.0
	golang.org/x/sys v0.20.0
)
`,
    published: {
      MsgLength: '338 → 294 ns  -13.15%',
      MsgLengthNoCompression: '9.68 → 9.60 ns  -0.83%',
      MsgLengthPack: '2.30 → 1.36 µs  -41.01%',
      PackDomainName: '205 → 117 ns  -42.71%',
      UnpackDomainName: '166 → 156 ns  -6.02%',
      UnpackDomainNameUnprintable: '154 → 151 ns  ~',
      Copy: '872 → 798 ns  -8.49%',
      PackA: '41.5 → 39.3 ns  -5.33%',
      UnpackA: '230 → 237 ns  ~',
      PackMX: '75.2 → 67.2 ns  -10.67%',
      PackMsg: '1.51 → 0.89 µs  -40.90%',
    },
  },
  {
    repository: 'gofrs/uuid',
    where: 'the commit',
    commit: 'ebca0883af368c7eba4c9b91ffa1e8f6243881fb',
    base: 'e1079f31cfcadf78856b9866d15574dd6546e29b',
    goMod: 'module github.com/gofrs/uuid\n\ngo 1.18\n',
    // Its other benchmarks are not in the base.
    published: {
      String: '70.1 → 71.9 ns  ~',
      FromBytes: '1.81 → 1.82 ns  ~',
      'FromString/canonical': '94.3 → 22.1 ns  -76.53%',
      'FromString/urn': '93.7 → 22.4 ns  -76.07%',
      'FromString/braced': '87.1 → 22.6 ns  -74.04%',
      MarshalBinary: '0.20 → 0.20 ns  ~',
      MarshalText: '115 → 19 ns  -83.09%',
    },
  },
];

/**
 * Options: `--from=https://github.com` or a folder with clones, `--only=WORD` in the repository, `--count=20` measurements of each
 * version, `--benchtime=100ms`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string', default: 'https://github.com' },
      only: { type: 'string', default: '' },
      count: { type: 'string', default: '20' },
      benchtime: { type: 'string', default: '100ms' },
    },
  });
  for (const each of commits.filter(({ repository }) => repository.includes(values.only))) {
    const { repository, commit, where, published } = each;
    process.stdout.write(`${repository} ${commit.slice(0, 7)}, as ${where} has it\n`);
    const names = Object.keys(published).map((name) => `Benchmark${name}`);
    const { base, results, problems } = await done(checkedOut(each, values.from), {
      names,
      instructions: true,
      count: Number(values.count),
      benchtime: values.benchtime,
      tags: each.tags,
      flags: ['-mod=mod'],
    });
    process.stdout.write(
      problems.map(({ template, args: of }) => `  ${template} ${of.join(' ')}\n`).join(''),
    );
    for (const [name, text] of Object.entries(published)) {
      const [before, now] = [base, results].map((all) => all.find((one) => one.name === `Benchmark${name}`));
      const here = before === undefined || now === undefined ? '-' : changeLine(resultPair(before, now, 0));
      process.stdout.write(`  ${name}: ${text}\n    here ${here}\n`);
    }
  }
}

/** The base is committed, and the commit is what the working tree has. */
function checkedOut({ repository, base, commit, goMod }: PublishedCommit, from: string): TestRepository {
  const checkout = goRepository({});
  const { git, directory } = checkout;
  git('fetch', '--quiet', `${from}/${repository}`, '+refs/*:refs/fetched/*');
  git('checkout', '--quiet', '--detach', '--force', base);
  if (goMod !== undefined) checkout.commit({ 'go.mod': goMod });
  git('rm', '--quiet', '-r', '.');
  git('checkout', '--quiet', commit, '--', '.');
  if (goMod !== undefined) writeFiles(directory, { 'go.mod': goMod });
  return checkout;
}
