/** What a line costs of the sample types that it does not show, for its hover. */
import { isCostOfOperations } from '../../analysis/values/operationCost.ts';
import { escapeMarkdown, type Markdown } from '../../escape.ts';
import { type ActiveCost, serverCall } from '../../protocol.ts';
import type { LineChanges } from '../compare/lineChanges.ts';
import type { Session } from '../sessions/session.ts';
import { type HoverCost, sampleTypeOf, shownText } from './hoverCost.ts';
import { commandLink, line, rows, said } from './hoverMarkdown.ts';
import { beforeCell } from './lineChangeText.ts';

/** A profile can have any number of sample types; a hover has an end. */
const mostFolded = 20;

/**
 * A row for each, as Markdown. Live heap and sample counts are rarely asked for: one row names them. The names are links
 * that have the lines show that cost. `null` for none.
 */
export function otherTypes(
  others: readonly HoverCost[],
  at: number,
  context: {
    readonly links: boolean;
    changesOf(session: Session, sampleType: number): LineChanges | null;
  },
): Markdown | null {
  const isUsual = (each: HoverCost) => isCostOfOperations(sampleTypeOf(each).type);
  const usual = others.filter(isUsual).slice(0, mostFolded);
  const parts = usual.map((each) => {
    const before = beforeCell(context.changesOf(each.session, each.sampleType), each.sampleType, at);
    const cost = escapeMarkdown(shownText(each));
    const text = before === '' ? cost : said('{0}, was {1}', cost, escapeMarkdown(before));
    return line([nameOf(each, context.links), text]);
  });
  const folded = others.filter((each) => !isUsual(each)).map((each) => nameOf(each, context.links));
  if (folded.length > 0)
    parts.push(said('{0} more: {1}', folded.length, line(folded.slice(0, mostFolded), ', ')));
  return rows(parts);
}

function nameOf(each: HoverCost, links: boolean): Markdown {
  const { session, sampleType } = each;
  const name = escapeMarkdown(session.labelOf(sampleTypeOf(each)));
  const cost: ActiveCost = { sessionId: session.id, sampleType };
  return links ? commandLink(name, serverCall('show', cost)) : name;
}
