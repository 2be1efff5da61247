import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { lastPart } from '../../../base/fileName.ts';
import type { Instruction, MachineSymbol, SlowKind } from '../../../base/model.ts';
import type { InstructionAnswer } from '../../engine/questions.ts';
import type { ValueFormat } from '../../view/format.ts';
import { type AssemblyRow, assemblyRows } from './assemblyRows.ts';
import { CostCells, columnCount, Fold, hottestOf, PlaceLink } from './costCells.tsx';
import { ListingFrame, useUnfolded } from './ListingFrame.tsx';
import { heatOf } from './listingRows.ts';

/** The instructions of one symbol, under the lines that they were compiled from. */
export function SymbolListing(props: {
  symbol: MachineSymbol;
  costs: readonly InstructionAnswer[];
  format: ValueFormat;
  /** The samples do not bear a difference of the function. */
  isUncertain: boolean;
  /** The function's file, as the profile names it; empty where unknown. */
  ownFile: string;
  /** The lines of that file; `null` where unknown. */
  text: readonly string[] | null;
  /** `null` where there is no editor. */
  openSource: ((file: string, line: number) => void) | null;
}) {
  const { symbol, costs, format, ownFile, text, openSource } = props;
  const [unfolded, unfold] = useUnfolded();
  const rows = useMemo(() => assemblyRows(symbol, costs, unfolded), [symbol, costs, unfolded]);
  const hottest = useMemo(() => hottestOf(costs), [costs]);
  const files = useMemo(() => filesByPlace(symbol, costs), [symbol, costs]);
  const flat = costs.reduce((sum, cost) => sum + cost.flat, 0);
  const columns = columnCount(format);
  /** Empty where the file is not known. */
  const fileOf = (instruction: Instruction) =>
    files.get(placeOf(instruction)) ?? (lastPart(ownFile) === instruction.file ? ownFile : '');
  const opener = (instruction: Instruction) => {
    const file = fileOf(instruction);
    return openSource === null || file === '' ? null : () => openSource(file, instruction.line);
  };
  const rowElement = (row: AssemblyRow) => {
    switch (row.kind) {
      case 'place':
        return (
          <Place
            key={`place ${row.instruction.address}`}
            instruction={row.instruction}
            text={fileOf(row.instruction) === ownFile ? (text?.[row.instruction.line - 1] ?? '') : ''}
            columns={columns}
            onOpen={opener(row.instruction)}
          />
        );
      case 'instruction':
        return (
          <tr key={row.instruction.address} {...heatOf(row, hottest, props.isUncertain)}>
            <th scope="row">{row.instruction.address.toString(16)}</th>
            <CostCells {...row} format={format} />
            <td class="listing-text">
              {row.instruction.text}
              <SkidMark skidOf={row.instruction.skidOf} />
            </td>
          </tr>
        );
      case 'fold': {
        const count = row.last - row.first + 1;
        const address = symbol.instructions[row.first]!.address.toString(16);
        return (
          <Fold
            key={`fold ${row.first}`}
            columns={columns}
            text={l10n.t('… {0} instructions', count)}
            label={l10n.t('Show {0} instructions from {1}', count, address)}
            onUnfold={() => unfold(row.first)}
          />
        );
      }
    }
  };
  return (
    <ListingFrame
      label={l10n.t('Assembly of {0}', symbol.name)}
      functionName={symbol.name}
      facts={
        <>
          <span class="listing-file">{ownFile}</span>
          <span>
            {l10n.t('flat {0}, {1}, inlined code included', format.value(flat), format.share(flat))}
          </span>
          <span>{l10n.t('{0} instructions', symbol.instructions.length)}</span>
        </>
      }
      headings={{ first: l10n.t('address'), last: l10n.t('instruction') }}
      format={format}
      rows={rows}
      rowElement={rowElement}
      showAll={l10n.t('Show all {0} instructions', symbol.instructions.length)}
    />
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

/** Says that the samples of an instruction may belong to the one above. */
function SkidMark({ skidOf }: { skidOf: SlowKind | undefined }) {
  if (skidOf === undefined) return null;
  const names = {
    load: l10n.t('load'),
    store: l10n.t('store'),
    atomic: l10n.t('atomic operation'),
    division: l10n.t('division'),
    call: l10n.t('call'),
  };
  const meaning = l10n.t(
    'These samples may belong to the {0} above: a CPU sample falls behind the instruction that waits.',
    names[skidOf],
  );
  return (
    <span class="skid" role="note" title={meaning} aria-label={meaning}>
      {l10n.t('↑ {0}?', names[skidOf])}
    </span>
  );
}

function placeOf({ file, line }: Instruction): string {
  return `${file}:${line}`;
}

/**
 * The full names of files, by place: an instruction has only the base name. The costs of a place have the full name;
 * it is empty where they have several.
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
