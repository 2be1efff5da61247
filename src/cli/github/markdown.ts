/** A report as GitHub shows it: in the summary of a job, and in a comment. */
import * as l10n from '@vscode/l10n';
import { escapeForgeMarkdown, visibleLine } from '../../base/escape.ts';
import { shortPlace } from '../../go/results/growthRows.ts';
import { changedLines, type Report } from './report.ts';

export interface ReportPlace {
  /** Which comment it is. */
  readonly name: string;
  /** The commit that was measured. */
  readonly commit: string;
  /** The page of the run. */
  readonly run: string;
}

/** GitHub takes 65,536 characters, and a comment is read by people. */
const mostRows = 40;
const mostRemarks = 20;
const longestText = 300;
const longestCell = 200;

/** By which a comment is found again. Nothing of a name can end it. */
export function commentMark(name: string): string {
  return `<!-- pprof-lens: ${name.replace(/[^\w. -]/g, '_').slice(0, 100)} -->`;
}

/** The whole comment. */
export function commentText(report: Report, { name, commit, run }: ReportPlace): string {
  const about = l10n.t('Of {0}. Profiles and pages are kept with the run.', code(commit.slice(0, 7)));
  return `${commentMark(name)}\n${reportMarkdown(report)}\n[${about}](${run})\n`;
}

/** Without what is only for a comment. */
export function reportMarkdown({ outcome, sentence, against, rows, remarks }: Report): string {
  const title = against === '' ? l10n.t('Benchmarks') : l10n.t('Benchmarks against {0}', against);
  const table = rows.slice(0, mostRows).map(({ cells }) => {
    const [verdict = '', ...others] = cells.slice(0, 5).map((each) => plain(each, longestCell));
    return `| **${verdict}** | ${others.join(' | ')} |\n`;
  });
  const lines = changedLines(rows)
    .slice(0, mostRows)
    .map((each) => `- ${plain(shortPlace(each))} ${code(each.text)} ${plain(each.costs.join(', '))}\n`);
  const notes = remarks.slice(0, mostRemarks).map((each) => `- ${plain(each)}\n`);
  const left = rows.length - table.length;
  return [
    `### ${plain(title)}: ${outcomeWord(outcome)}\n`,
    `${plain(sentence, 2 * longestText)}\n`,
    ...(table.length === 0 ? [] : [`| | | | | |\n|:--|:--|:--|--:|:--|\n${table.join('')}`]),
    ...(left > 0 ? [`${l10n.t('{0} more verdicts are in the log.', left)}\n`] : []),
    ...(lines.length === 0 ? [] : [lines.join('')]),
    ...(notes.length === 0 ? [] : [notes.join('')]),
  ].join('\n');
}

function outcomeWord(outcome: Report['outcome']): string {
  switch (outcome) {
    case 'passed':
      return l10n.t('passed');
    case 'failed':
      return l10n.t('failed');
    case 'incomplete':
      return l10n.t('not completed');
    case 'nothing compared':
      return l10n.t('nothing was compared');
    case 'no verdict':
      return l10n.t('no verdict');
  }
}

function plain(text: string, longest = longestText): string {
  return escapeForgeMarkdown(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/** A code span on one line: it ends with its first backtick. */
function code(text: string): string {
  const line = visibleLine(text.replaceAll('`', "'")).trim().slice(0, 80);
  return line === '' ? '' : `\`${line}\``;
}
