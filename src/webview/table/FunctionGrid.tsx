import { useState } from 'preact/hooks';
import { Menu } from '../controls/Menu.tsx';
import { type FunctionActions, functionMenu } from '../view/functionActions.ts';
import { CostGrid, type CostGridProps } from './CostGrid.tsx';

/** What a row says of its function. */
interface FunctionRow {
  readonly label: string;
  /** Empty where the row is not one function's. */
  readonly functionName: string;
  /** Empty where unknown. */
  readonly file: string;
  readonly line: number;
}

/** A grid whose rows are functions: each has their menu, and opens in the editor. */
export function FunctionGrid<Row extends FunctionRow>(
  props: Omit<CostGridProps<Row>, 'onOpen' | 'onMenu'> & { readonly actions: FunctionActions },
) {
  const { table, actions } = props;
  const [menu, setMenu] = useState<{ row: Row; x: number; y: number } | null>(null);
  return (
    <>
      <CostGrid
        {...props}
        onOpen={({ file, line }) => {
          if (file !== '') actions.openSource?.(file, line);
        }}
        onMenu={(place, x, y) => {
          const row = table?.rows[place - table.from];
          if (row !== undefined && row.functionName !== '') setMenu({ row, x, y });
        }}
      />
      {menu !== null && (
        <Menu
          label={menu.row.label}
          items={functionMenu(
            { name: menu.row.functionName, file: menu.row.file, line: menu.row.line, stack: null },
            actions,
          )}
          x={menu.x}
          y={menu.y}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}
