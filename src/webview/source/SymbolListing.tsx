import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { Instruction, MachineSymbol } from '../../model.ts';
import type { InstructionAnswer } from '../engine/questions.ts';
import type { ValueFormat } from '../view/format.ts';
import { assemblyRows, baseName } from './assemblyRows.ts';
import { CostCells, CostHeadings, columnCount, Fold, heatOf, hottestOf, PlaceLink } from './costCells.tsx';

/** Most rows at first. */
const mostRows = 800;

/** The instructions of one symbol, under the lines that they were compiled from. */
export function SymbolListing(props: {
  symbol: MachineSymbol;
  costs: readonly InstructionAnswer[];
  format: ValueFormat;
  /** The function's file, as the profile names it, and its lines; empty and `null` where they are not known. */
  ownFile: string;
  text: readonly string[] | null;
  /** `null` where there is no editor. */
  openSource: ((file: string, line: number) => void) | null;
}) {
  const { symbol, costs, format, ownFile, text, openSource } = props;
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  const rows = useMemo(() => assemblyRows(symbol, costs, unfolded), [symbol, costs, unfolded]);
  const hottest = useMemo(() => hottestOf(costs), [costs]);
  const files = useMemo(() => filesByPlace(symbol, costs), [symbol, costs]);
  const shown = showsAll ? rows : rows.slice(0, mostRows);
  const flat = costs.reduce((sum, cost) => sum + cost.flat, 0);
  const columns = columnCount(format);
  /** Empty where it is not known. */
  const fileOf = (instruction: Instruction) =>
    files.get(placeOf(instruction)) ?? (baseName(ownFile) === instruction.file ? ownFile : '');
  const opener = (instruction: Instruction) => {
    const file = fileOf(instruction);
    return openSource === null || file === '' ? null : () => openSource(file, instruction.line);
  };
  return (
    <section class="listing" aria-label={l10n.t('Assembly of {0}', symbol.name)}>
      <h2>{symbol.name}</h2>
      <p class="listing-facts">
        <span class="listing-file">{ownFile}</span>
        <span>{l10n.t('flat {0}, {1}, with what was inlined', format.value(flat), format.share(flat))}</span>
        <span>{l10n.t('{0} instructions', symbol.instructions.length)}</span>
      </p>
      <table class="listing-lines">
        <CostHeadings first={l10n.t('address')} last={l10n.t('instruction')} format={format} />
        <tbody>
          {shown.map((row) =>
            row.kind === 'place' ? (
              <Place
                key={`place ${row.instruction.address}`}
                instruction={row.instruction}
                text={fileOf(row.instruction) === ownFile ? (text?.[row.instruction.line - 1] ?? '') : ''}
                columns={columns}
                onOpen={opener(row.instruction)}
              />
            ) : row.kind === 'instruction' ? (
              <tr key={row.instruction.address} {...heatOf(row.cum, hottest)}>
                <th scope="row">{row.instruction.address.toString(16)}</th>
                <CostCells {...row} format={format} />
                <td class="listing-text">{row.instruction.text}</td>
              </tr>
            ) : (
              <Fold
                key={`fold ${row.first}`}
                columns={columns}
                text={l10n.t('… {0} instructions', row.last - row.first + 1)}
                label={l10n.t(
                  'Show {0} instructions from {1}',
                  row.last - row.first + 1,
                  symbol.instructions[row.first]!.address.toString(16),
                )}
                onUnfold={() => setUnfolded(new Set([...unfolded, row.first]))}
              />
            ),
          )}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button type="button" class="quiet-button" onClick={() => setShowsAll(true)}>
          {l10n.t('Show all {0} instructions', symbol.instructions.length)}
        </button>
      )}
    </section>
  );
}

function Place(props: {
  instruction: Instruction;
  text: string;
  columns: number;
  onOpen: (() => void) | null;
}) {
  const { instruction, text, columns, onOpen } = props;
  const place = placeOf(instruction);
  return (
    <tr class="assembly-place">
      <td colSpan={columns}>
        <PlaceLink text={place} label={l10n.t('{0}: open in the editor', place)} onOpen={onOpen} />{' '}
        {text.slice(0, 2000)}
      </td>
    </tr>
  );
}

function placeOf({ file, line }: Instruction): string {
  return `${file}:${line}`;
}

/**
 * The whole names of files, by place: an instruction has only a base name. Of places with costs the profile says it; it
 * is empty where it says several.
 */
function filesByPlace(
  { instructions }: MachineSymbol,
  costs: readonly InstructionAnswer[],
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { instruction, file } of costs) {
    const place = placeOf(instructions[instruction]!);
    files.set(place, (files.get(place) ?? file) === file ? file : '');
  }
  return files;
}
