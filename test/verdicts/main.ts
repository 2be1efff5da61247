/** `npm run verdicts -- PART [options]`: how often our verdicts are right, measured and simulated. */

/** What each part does. A part is a file beside this one that exports `run`. */
const parts: Readonly<Record<string, string>> = {
  pairs: 'two runs of unchanged and of changed code, while other work on the machine comes and goes',
  layouts: 'comparisons over several layouts, of unchanged code and of a small change',
  seconds:
    'how long a comparison takes, and what it says of 0.5, 1, 3 and 10% more work, calm and beside other work',
  power: 'which changes comparisons over layouts find, by the spread of the layouts, simulated',
  stories: 'the stories of the sample modules, over layouts',
  gate: 'many gates over many benchmarks, simulated',
  intervals: 'how often intervals cover the truth, simulated',
  'real-intervals': 'how often intervals cover the truth, by profiles of loops whose shares are known',
  counted: 'how exactly instructions are counted on public modules, and which changes the counts find',
  agents: 'what agents hear of the sample of templates made faster, and of changes without effect',
  predictions: 'what a change of a benchmark is said to do to a service in production, and what it does',
  served: 'two versions of a server in turns, which do the same work, or 3 and 10% more',
  action: 'the steps of the action on pull requests with and without a regression',
  versions: 'published versions of public modules, and harmless edits of them, beside the truth by CPU time',
  bills: 'how near the named parts of an operation come to its time, on public modules',
  removed:
    'whether an operation becomes faster by what its bill or its lines have for a part that is removed',
  commits: 'commits of public modules beside what their authors have published of them',
};

function isRunnable(value: unknown): value is { run(args: readonly string[]): Promise<void> } {
  return typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';
}

const [part = '', ...args] = process.argv.slice(2);
if (parts[part] === undefined) {
  process.stderr.write('usage: npm run verdicts -- PART [options]\n\n');
  for (const [name, what] of Object.entries(parts)) process.stderr.write(`  ${name.padEnd(15)} ${what}\n`);
  process.exitCode = 2;
} else {
  const file = part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const loaded: unknown = await import(`./${file}.ts`);
  if (!isRunnable(loaded)) throw new Error(`${file}.ts does not export run`);
  await loaded.run(args);
}

export {};
