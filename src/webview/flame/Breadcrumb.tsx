import * as l10n from '@vscode/l10n';
import { briefName } from '../../analysis/names/functionName.ts';
import { Icon } from '../controls/Icon.tsx';

/** The most frames that are shown of a long path: its last ones. */
const mostCrumbs = 6;

/** The path from the root to the frame that the graph is zoomed to. A click on a part zooms out to that part. */
export function Breadcrumb(props: {
  /** Function names, from the root on; empty when the whole graph is in sight. */
  path: readonly string[];
  rootLabel: string;
  /** Accessible name of the graph that the path belongs to. */
  graph: string;
  /** Zoom to the first `length` functions of the path. */
  onZoom: (length: number) => void;
}) {
  const { path, rootLabel, graph, onZoom } = props;
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
          isLast={path.length === 0}
          onClick={() => onZoom(0)}
        />
        {hidden > 0 && <li class="crumb-gap">{l10n.t('… {0} more', hidden)}</li>}
        {shown.map(({ name, length }) => (
          <Crumb
            key={length}
            label={briefName(name)}
            title={name.slice(0, 1000)}
            isLast={length === path.length}
            onClick={() => onZoom(length)}
          />
        ))}
      </ol>
    </nav>
  );
}

function Crumb(props: { label: string; title: string; isLast: boolean; onClick: () => void }) {
  return (
    <li>
      <Icon name="chevron-right" />
      <button
        type="button"
        class="crumb"
        title={props.title}
        onClick={props.onClick}
        {...(props.isLast ? { 'aria-current': 'location' as const } : {})}
      >
        {props.label}
      </button>
    </li>
  );
}
