import { packageOf } from '../names/functionName.ts';
import type { NodeInfo, NodeTable } from './nodes.ts';

/**
 * The entries of a profile by package, from those by function: what is summed over it counts a sample once per
 * package. Functions without a package (C, addresses) are entries of their own.
 */
export function packageTable(functions: NodeTable): NodeTable {
  const names: string[] = [];
  const byName = new Map<string, number>();
  const packageOfNode = new Uint32Array(functions.count);
  for (let node = 0; node < functions.count; node++) {
    const name = packageOf(functions.info(node).name) || functions.label(node);
    let index = byName.get(name);
    if (index === undefined) {
      index = names.push(name) - 1;
      byName.set(name, index);
    }
    packageOfNode[node] = index;
  }
  return {
    count: names.length,
    frameStart: functions.frameStart,
    frameNode: functions.frameNode.map((node) => packageOfNode[node]!),
    info: (index) => ({ ...nothing, name: names[index]! }),
    label: (index) => names[index]!,
  };
}

const nothing: NodeInfo = {
  name: '',
  file: '',
  line: 0,
  column: 0,
  address: 0n,
  objectFile: '',
  startLine: 0,
};
