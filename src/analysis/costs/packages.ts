import { packageOf } from '../names/functionName.ts';
import { type NodeInfo, NodeTable } from './nodes.ts';

/**
 * Packages as nodes, from functions as nodes, so that a sum over them counts a sample once for each package. A function
 * without a package (of C, or known only by address) is a node of its own.
 */
export function packageTable(functions: NodeTable): NodeTable {
  const infos: NodeInfo[] = [];
  const byName = new Map<string, number>();
  const packageOfNode = new Uint32Array(functions.count);
  for (let node = 0; node < functions.count; node++) {
    const name = packageOf(functions.info(node).name) || functions.label(node);
    let index = byName.get(name);
    if (index === undefined) {
      index = infos.push({ ...unnamed, name }) - 1;
      byName.set(name, index);
    }
    packageOfNode[node] = index;
  }
  return new NodeTable(
    infos,
    functions.frameStart,
    functions.frameNode.map((node) => packageOfNode[node]!),
  );
}

const unnamed: NodeInfo = {
  name: '',
  file: '',
  line: 0,
  column: 0,
  address: 0n,
  objectFile: '',
  startLine: 0,
};
