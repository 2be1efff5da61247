import { callgrind } from './callgrind.ts';
import { callTreeReport } from './callTree.ts';
import { comments } from './comments.ts';
import { disasm } from './disasm.ts';
import { dot } from './dot.ts';
import { folded } from './folded.ts';
import { graph } from './graph.ts';
import { html } from './html.ts';
import { lines } from './lines.ts';
import { list } from './list.ts';
import { peek } from './peek.ts';
import { proto } from './proto.ts';
import { raw } from './raw.ts';
import type { Report } from './reportContext.ts';
import { speedscope } from './speedscope.ts';
import { summary } from './summary.ts';
import { svg } from './svg.ts';
import { tags } from './tags.ts';
import { top } from './top.ts';
import { topProto } from './topProto.ts';
import { traces } from './traces.ts';
import { tree } from './tree.ts';
import { weblist } from './weblist.ts';

/** All reports by name. */
export const reports: Readonly<Record<string, Report>> = {
  summary,
  top,
  // pprof's other name for it.
  text: top,
  peek,
  list,
  disasm,
  lines,
  tree,
  calltree: callTreeReport,
  tags,
  traces,
  comments,
  folded,
  callgrind,
  raw,
  dot,
  graph,
  speedscope,
  html,
  weblist,
  svg,
  proto,
  topproto: topProto,
};
