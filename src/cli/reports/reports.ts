import type { Report } from './reportContext.ts';

/** All reports by name. One is loaded when it is called, so that `top` does not wait for the others. */
export const reports: Readonly<Record<string, () => Promise<Report>>> = {
  summary: async () => (await import('./summary.ts')).summary,
  top: async () => (await import('./top.ts')).top,
  // pprof's other name for it.
  text: async () => (await import('./top.ts')).top,
  peek: async () => (await import('./peek.ts')).peek,
  list: async () => (await import('./list.ts')).list,
  disasm: async () => (await import('./disasm.ts')).disasm,
  lines: async () => (await import('./lines.ts')).lines,
  tree: async () => (await import('./tree.ts')).tree,
  calltree: async () => (await import('./callTree.ts')).callTreeReport,
  tags: async () => (await import('./tags.ts')).tags,
  traces: async () => (await import('./traces.ts')).traces,
  comments: async () => (await import('./comments.ts')).comments,
  folded: async () => (await import('./folded.ts')).folded,
  callgrind: async () => (await import('./callgrind.ts')).callgrind,
  raw: async () => (await import('./raw.ts')).raw,
  dot: async () => (await import('./dot.ts')).dot,
  graph: async () => (await import('./graph.ts')).graph,
  speedscope: async () => (await import('./speedscope.ts')).speedscope,
  html: async () => (await import('./html.ts')).html,
  weblist: async () => (await import('./weblist.ts')).weblist,
  svg: async () => (await import('./svg.ts')).svg,
  proto: async () => (await import('./proto.ts')).proto,
  topproto: async () => (await import('./topProto.ts')).topProto,
};
