/** What a line costs of the sample types that it does not show, for its hover. */
import * as l10n from '@vscode/l10n';
import { isCostOfOperations } from '../../analysis/values/operationCost.ts';
import { escapeMarkdown } from '../../escape.ts';
import { type ActiveCost, serverCommands } from '../../protocol.ts';
import type { LineChanges } from '../compare/lineChanges.ts';
import type { Session } from '../sessions/sessions.ts';
import { type HoverCost, sampleTypeOf, shownText } from './hoverCost.ts';
import { commandLink, rows } from './hoverMarkdown.ts';
import { beforeCell } from './lineChangeText.ts';

/**
 * A row for each, as Markdown. Live heap and sample counts are rarely asked for: one row names them. The names are links
 * that have the lines show that cost. `null` for none.
 */
export function otherTypes(
  others: readonly HoverCost[],
  line: number,
  context: {
    readonly links: boolean;
    changesOf(session: Session, sampleType: number): LineChanges | null;
  },
): string | null {
  const isUsual = (each: HoverCost) => isCostOfOperations(sampleTypeOf(each).type);
  const parts = others.filter(isUsual).map((each) => {
    const before = beforeCell(context.changesOf(each.session, each.sampleType), each.sampleType, line);
    const cost = escapeMarkdown(shownText(each));
    const text = before === '' ? cost : l10n.t('{0}, was {1}', cost, escapeMarkdown(before));
    return `${nameOf(each, context.links)} ${text}`;
  });
  const folded = others.filter((each) => !isUsual(each)).map((each) => nameOf(each, context.links));
  if (folded.length > 0) parts.push(l10n.t('{0} more: {1}', folded.length, folded.join(', ')));
  return rows(parts);
}

function nameOf(each: HoverCost, links: boolean): string {
  const { session, sampleType } = each;
  const name = escapeMarkdown(session.labelOf(sampleTypeOf(each).type));
  const cost: ActiveCost = { sessionId: session.id, sampleType };
  return links ? commandLink(name, serverCommands.show, cost) : name;
}
