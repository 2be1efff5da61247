import type { ComponentChildren } from 'preact';

export function Select<T extends string>(props: {
  /** Stands before it; without it, `label` is the accessible name. */
  caption?: ComponentChildren;
  label?: string;
  class?: string;
  choices: readonly { readonly id: T; readonly label: string }[];
  value: T;
  onChange: (id: T) => void;
}) {
  const { caption, choices, onChange } = props;
  const select = (
    <select
      class={`small-select ${props.class ?? ''}`}
      aria-label={props.label}
      value={props.value}
      onChange={({ currentTarget }) => {
        const chosen = choices[currentTarget.selectedIndex];
        if (chosen !== undefined) onChange(chosen.id);
      }}
    >
      {choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
  if (caption === undefined) return select;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside of it
    <label class="quiet-label">
      {caption} {select}
    </label>
  );
}
