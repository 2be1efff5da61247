/** Projections and filters made from a seed, in any combination. */
import { pick, type Random, randomFrom } from './randomBenchmarks.ts';

const keys = [
  '.name',
  '.fullname',
  '/format',
  '/size',
  '/gomaxprocs',
  'pkg',
  'note',
  'commit',
  'goos',
  '.file',
  'émile',
  '/nosuch',
  'nosuch',
  '"/size"',
];
const orders = ['@alpha', '@num', '@first', '@(json gob)', '@("example.com/a" "example.com/b")', '@(8 4)'];
const values = [
  'json',
  '/o/',
  '(json OR gob)',
  '8',
  '/op$/',
  '(B/op OR /wid/)',
  '""',
  '/^(?i:enc)/',
  'before',
];

function projection(random: Random): string {
  const fields = Array.from({ length: Math.floor(random() * 4) }, () => {
    const key = pick(random, [...keys, '.config']);
    return random() < 0.2 ? key + pick(random, orders) : key;
  });
  return fields.join(pick(random, [',', ' ', ', ']));
}

function filterTerm(random: Random): string {
  const kind = random();
  if (kind < 0.15) return '*';
  if (kind < 0.3) return `-${filterTerm(random)}`;
  if (kind < 0.4) return `(${filter(random)})`;
  return `${pick(random, [...keys, '.unit', '.unit', '.unit'])}:${pick(random, values)}`;
}

function filter(random: Random): string {
  const terms = Array.from({ length: 1 + Math.floor(random() * 3) }, () => filterTerm(random));
  return terms.join(pick(random, [' ', ' AND ', ' OR ']));
}

/** Options of benchstat, some of them wrong. The same seed gives the same. */
export function randomOptions(seed: number): string[] {
  const random = randomFrom(seed);
  const projections = ['-table', '-row', '-col', '-ignore'].flatMap((option) =>
    random() < 0.4 ? [option, projection(random)] : [],
  );
  return random() < 0.5 ? [...projections, '-filter', filter(random)] : projections;
}
