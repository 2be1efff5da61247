import { Menu } from '../controls/Menu.tsx';
import { type ChosenFunction, type FunctionActions, functionMenu } from './functionActions.ts';

/** A menu that is open, at a point of the screen. */
export interface OpenMenu<T> {
  readonly of: T;
  readonly x: number;
  readonly y: number;
}

/** The menu of a function. */
export function FunctionMenu(props: {
  label: string;
  menu: OpenMenu<ChosenFunction>;
  actions: FunctionActions;
  onClose: () => void;
}) {
  const { of, x, y } = props.menu;
  const items = functionMenu(of, props.actions);
  return <Menu label={props.label} items={items} x={x} y={y} onClose={props.onClose} />;
}
