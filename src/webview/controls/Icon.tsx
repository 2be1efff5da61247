/** Icons of the codicon set. styles/icons.css draws them in the colour of the text. */
export type IconName =
  | 'arrow-down'
  | 'arrow-left'
  | 'arrow-right'
  | 'arrow-swap'
  | 'case-sensitive'
  | 'chevron-right'
  | 'close'
  | 'copy'
  | 'discard'
  | 'ellipsis'
  | 'filter'
  | 'go-to-file'
  | 'info'
  | 'question'
  | 'references'
  | 'regex'
  | 'save'
  | 'screen-full'
  | 'search'
  | 'type-hierarchy-sub'
  | 'warning'
  | 'zoom-in'
  | 'zoom-out';

export function Icon({ name, class: className = '' }: { name: IconName; class?: string }) {
  return <span class={`icon icon-${name} ${className}`} aria-hidden="true" />;
}

export function IconButton(props: {
  icon: IconName;
  label: string;
  onClick: (event: { readonly currentTarget: HTMLElement }) => void;
  pressed?: boolean;
  disabled?: boolean;
  /** It opens a menu, which is open or not. */
  hasMenu?: boolean;
}) {
  const pressed = props.pressed === undefined ? {} : { 'aria-pressed': props.pressed };
  const menu =
    props.hasMenu === undefined ? {} : { 'aria-haspopup': 'menu' as const, 'aria-expanded': props.hasMenu };
  return (
    <button
      type="button"
      class="icon-button"
      title={props.label}
      aria-label={props.label}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
      {...pressed}
      {...menu}
    >
      <Icon name={props.icon} />
    </button>
  );
}
