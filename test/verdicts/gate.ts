/** How often the gate of `bench --against` fails: over unchanged benchmarks, and if one of them is slower. */
import { Random } from '../fuzz/random.ts';
import { runGate, type SimulatedGate, usualGate } from './simulatedGate.ts';

/** Options: `--seed=1`, `--gates=1000`, `--benchmarks=50`, `--count=10`; `--only=TEXT` runs the cases with this text. */
export async function run(args: readonly string[]): Promise<void> {
  const option = (name: string, usual: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
  const seed = option('seed', 1);
  const gates = option('gates', 1000);
  const usual = {
    ...usualGate,
    benchmarks: option('benchmarks', usualGate.benchmarks),
    count: option('count', usualGate.count),
  };
  console.log(
    `${gates} gates over ${usual.benchmarks} benchmarks, ${usual.count} measurements, seed ${seed}\n`,
  );
  const cases: readonly (readonly [string, Partial<SimulatedGate>])[] = [
    ['unchanged', { layout: 0 }],
    ['unchanged, layouts differ by 1%', {}],
    ['unchanged, layouts differ by 2%', { layout: 0.02 }],
    ['unchanged, layouts differ by 1%, any difference fails', { threshold: 0 }],
    ['unchanged, any difference fails', { layout: 0, threshold: 0 }],
    ['unchanged, any difference fails, not measured again', { layout: 0, threshold: 0, confirm: 0 }],
    ['one 20% slower', { slowdown: 0.2 }],
    ['one 20% slower, not measured again', { slowdown: 0.2, confirm: 0 }],
    ['one 20% slower, half as noisy again', { slowdown: 0.2, noise: 0.03 }],
    ['one 10% slower', { slowdown: 0.1 }],
    ['one 20% slower, 6 measurements', { slowdown: 0.2, count: 6 }],
  ];
  const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length) ?? '';
  for (const [title, changed] of cases.filter(([title]) => title.includes(only))) {
    const gate = { ...usual, ...changed };
    const random = new Random(seed);
    const tallies = Array.from({ length: gates }, () => runGate(random, gate));
    const failed = tallies.filter((each) => each.failed).length;
    const found = tallies.filter((each) => each.found).length;
    const again = tallies.reduce((sum, each) => sum + each.again, 0) / gates;
    const what = gate.slowdown > 0 ? `${found} find it` : `${failed} fail`;
    console.log(`${title.padEnd(56)} ${what.padStart(14)}, ${again.toFixed(2)} benchmarks measured again`);
  }
}
