import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../controls/Icon.tsx';
import { Name, shownName } from '../../view/Name.tsx';
import type { Names } from '../../view/names.ts';

/** The most frames that are shown of a long path: its last ones. */
const mostCrumbs = 6;

/** The path from the root to the frame that the graph is zoomed to. A click on a part zooms out to that part. */
export function Breadcrumb(props: {
  /** Function names, from the root on; empty when the whole graph is in sight. */
  path: readonly string[];
  names: Names;
  rootLabel: string;
  /** Accessible name of the graph that the path belongs to. */
  graph: string;
  /** Zoom to the first `length` functions of the path. */
  onZoom: (length: number) => void;
}) {
  const { path, names, rootLabel, graph, onZoom } = props;
  const hidden = Math.max(0, path.length - mostCrumbs);
  const shown = path
    .map((name, index) => ({ name, length: index + 1 }))
    .filter(({ length }) => length > hidden);
  return (
    <nav class="breadcrumb" aria-label={l10n.t('Zoom: {0}', graph)}>
      <ol>
        <Crumb
          label={rootLabel}
          title={l10n.t('Show everything')}
          spoken={rootLabel}
          isLast={path.length === 0}
          onClick={() => onZoom(0)}
        />
        {hidden > 0 && <li class="crumb-gap">{l10n.t('… {0} more', hidden)}</li>}
        {shown.map(({ name, length }) => (
          <Crumb
            key={length}
            label={<Name name={name} short={names.short(name)} isBrief />}
            title={name.slice(0, 1000)}
            spoken={shownName(name, names.short(name))}
            isLast={length === path.length}
            onClick={() => onZoom(length)}
          />
        ))}
      </ol>
    </nav>
  );
}

function Crumb(props: {
  label: ComponentChildren;
  title: string;
  /** Accessible name. */
  spoken: string;
  isLast: boolean;
  onClick: () => void;
}) {
  return (
    <li>
      <Icon name="chevron-right" />
      <button
        type="button"
        class="crumb"
        title={props.title}
        aria-label={props.spoken}
        onClick={props.onClick}
        {...(props.isLast ? { 'aria-current': 'location' as const } : {})}
      >
        {props.label}
      </button>
    </li>
  );
}
