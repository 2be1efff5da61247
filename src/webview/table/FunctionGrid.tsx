import { useMenu } from '../controls/Menu.tsx';
import type { NamedRow } from '../engine/tableQuestions.ts';
import { type FunctionActions, functionMenu } from '../view/functionActions.ts';
import { Grid, type GridProps } from './Grid.tsx';

/** What a row says of its function. */
type FunctionRow = Omit<NamedRow, 'short'>;

/** A grid with a function in each row: a row has the menu of its function, and opens it in the editor. */
export function FunctionGrid<Row extends FunctionRow>(
  props: Omit<GridProps<Row>, 'onOpen' | 'onMenu'> & { readonly actions: FunctionActions },
) {
  const { table, actions } = props;
  const [menu, openMenu] = useMenu();
  return (
    <>
      <Grid
        {...props}
        onOpen={({ file, line }) => {
          if (file !== '') actions.openSource?.(file, line);
        }}
        onMenu={(place, x, y) => {
          const row = table?.rows[place - table.from];
          if (row === undefined || row.functionName === '') return;
          const items = functionMenu({ ...row, name: row.functionName, stack: null }, actions);
          openMenu({ label: row.label, items, x, y });
        }}
      />
      {menu}
    </>
  );
}
