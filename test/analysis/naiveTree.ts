import type { Profile } from '../../src/pprof/profile.ts';

/** A call tree as its definition reads, for tests to compare with: one object per node, one walk per sample. */
export interface NaiveNode {
  readonly name: string;
  width: number;
  cum: number;
  flat: number;
  readonly children: Map<string, NaiveNode>;
}

/** The whole call tree of one sample type, functions told apart by name alone. */
export function naiveTree(profile: Profile, sampleType: number): NaiveNode {
  const root = newNode('root');
  for (let sample = 0; sample < profile.samples.count; sample++) {
    const value = profile.samples.values.approximate[sample * profile.sampleTypes.length + sampleType]!;
    if (value === 0) continue;
    let node = root;
    add(node, value);
    for (const name of functionsOf(profile, sample).reverse()) {
      let child = node.children.get(name);
      if (child === undefined) {
        child = newNode(name);
        node.children.set(name, child);
      }
      node = child;
      add(node, value);
    }
    node.flat += value;
  }
  return root;
}

/** A sample's function names, leaf first. */
export function functionsOf(profile: Profile, sample: number): string[] {
  const { samples, locations, functions, strings, mappings } = profile;
  const names: string[] = [];
  for (let i = samples.locationStart[sample]!; i < samples.locationStart[sample + 1]!; i++) {
    const location = samples.locations[i]!;
    const mapping = locations.mapping[location]!;
    const binary = mapping === -1 ? '' : strings.get(mappings.filename[mapping]!);
    const unknown = binary === '' ? '<unknown>' : `[${binary.split('/').at(-1)}]`;
    const end = locations.lineStart[location + 1]!;
    if (locations.lineStart[location] === end) names.push(unknown);
    for (let row = locations.lineStart[location]!; row < end; row++) {
      names.push(strings.get(functions.name[locations.lineFunction[row]!]!) || unknown);
    }
  }
  return names;
}

function newNode(name: string): NaiveNode {
  return { name, width: 0, cum: 0, flat: 0, children: new Map() };
}

function add(node: NaiveNode, value: number): void {
  node.width += Math.abs(value);
  node.cum += value;
}
