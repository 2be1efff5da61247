import { callgrind } from './callgrind.ts';
import { callTreeReport, svg } from './callTree.ts';
import { disasm } from './disasm.ts';
import { dot, graph } from './dot.ts';
import { html } from './html.ts';
import { lines } from './lines.ts';
import { list } from './list.ts';
import { peek, tree } from './peek.ts';
import { proto, topProto } from './proto.ts';
import { raw } from './raw.ts';
import type { Report } from './reportContext.ts';
import { firefox, folded, speedscope } from './stackFormats.ts';
import { comments, summary } from './summary.ts';
import { tags } from './tags.ts';
import { top } from './top.ts';
import { traces } from './traces.ts';
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
  firefox,
  html,
  weblist,
  svg,
  proto,
  topproto: topProto,
};
