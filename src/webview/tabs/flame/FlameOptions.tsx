import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import { codeOrigins } from '../../../analysis/names/codeOrigin.ts';
import { IconButton } from '../../controls/Icon.tsx';
import { Select } from '../../controls/Select.tsx';
import { causeGroupLabels, causeGroups } from '../../view/causeGroups.ts';
import { type Colouring, colourings, type SavedView } from '../../view/savedView.ts';
import { turnDirection, turnTree, type ViewChange } from '../../view/viewChanges.ts';
import {
  causeColours,
  differenceColours,
  type FrameColours,
  heatColours,
  originColours,
  scaleSteps,
  type ThemeKind,
} from './colours.ts';
import { onThemeChange, type PageTheme, readTheme } from './theme.ts';

/** The choices of how the flame graph is drawn, and what its colours mean. */
export function FlameOptions(props: {
  view: SavedView;
  isDifference: boolean;
  onChange: (change: ViewChange) => void;
}) {
  const { view, isDifference, onChange } = props;
  const labels = colouringLabels();
  return (
    <>
      <Legend colouring={view.colouring} />
      <Select
        caption={<span class="choice-label">{l10n.t('Colour by')}</span>}
        choices={colourings
          .filter((colouring) => colouring !== 'difference' || isDifference)
          .map((id) => ({ id, label: labels[id] }))}
        value={view.colouring}
        onChange={(colouring) => onChange({ colouring })}
      />
      <LeafButton {...props} />
      <IconButton
        icon="arrow-swap"
        label={l10n.t('Root at the bottom')}
        pressed={view.direction === 'up'}
        onClick={() => onChange(turnDirection(view))}
      />
    </>
  );
}

/** Turns the flame graph and the tree, which show the same stacks. */
export function LeafButton(props: { view: SavedView; onChange: (change: ViewChange) => void }) {
  const { view, onChange } = props;
  return (
    <IconButton
      icon="type-hierarchy-sub"
      label={l10n.t('Stacks from the leaf')}
      pressed={view.fromLeaf}
      onClick={() => onChange(turnTree(view))}
    />
  );
}

function colouringLabels(): Record<Colouring, string> {
  return {
    package: l10n.t('package'),
    heat: l10n.t('cost'),
    origin: l10n.t('whose code'),
    cause: l10n.t('cause'),
    difference: l10n.t('difference'),
  };
}

/** The colours with their meanings; none for packages, because there are too many of them. */
function Legend({ colouring }: { colouring: Colouring }) {
  const { kind } = useTheme();
  const swatches = swatchesOf(colouring, kind);
  if (swatches.length === 0) return null;
  return (
    <ul class="legend" aria-label={l10n.t('Colours')}>
      {swatches.map(({ label, colours }) => (
        <li key={label}>
          <span
            class="swatch"
            style={{ background: colours.fill, borderColor: colours.border ?? 'transparent' }}
            aria-hidden="true"
          />
          {label}
        </li>
      ))}
    </ul>
  );
}

function swatchesOf(colouring: Colouring, theme: ThemeKind): { label: string; colours: FrameColours }[] {
  switch (colouring) {
    case 'package':
      return [];
    case 'heat':
      return [
        { label: l10n.t('cheap'), colours: heatColours(1, theme, 'plain') },
        { label: l10n.t('costly'), colours: heatColours(scaleSteps, theme, 'plain') },
      ];
    case 'origin': {
      const labels = {
        own: l10n.t('own'),
        dependency: l10n.t('dependency'),
        standard: l10n.t('standard library'),
        runtime: l10n.t('runtime'),
        unknown: l10n.t('unknown'),
      };
      return codeOrigins.map((origin) => ({
        label: labels[origin],
        colours: originColours(origin, theme, 'plain'),
      }));
    }
    case 'cause': {
      const labels = causeGroupLabels();
      return causeGroups.map((group) => ({
        label: labels[group],
        colours: causeColours(group, theme, 'plain'),
      }));
    }
    case 'difference':
      return [
        { label: l10n.t('shrunk'), colours: differenceColours(-scaleSteps, theme, 'plain') },
        { label: l10n.t('grown'), colours: differenceColours(scaleSteps, theme, 'plain') },
        { label: l10n.t('no certain change'), colours: differenceColours(0, theme, 'plain') },
      ];
  }
}

function useTheme(): PageTheme {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => onThemeChange(() => setTheme(readTheme())), []);
  return theme;
}
