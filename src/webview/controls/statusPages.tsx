import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon.tsx';

/** The page while a profile is read. */
export function Loading({ title }: { title: string }) {
  return (
    <main class="status" aria-busy="true">
      <div class="status-spinner" aria-hidden="true" />
      <p role="status">{title === '' ? l10n.t('Loading…') : l10n.t('Reading {0}…', title)}</p>
    </main>
  );
}

/** A message in place of something that cannot be shown. */
export function Message(props: {
  icon: IconName;
  heading: string;
  text: string;
  role?: 'alert' | 'status';
  children?: ComponentChildren;
}) {
  return (
    <div class="status">
      <Icon name={props.icon} class="status-icon" />
      <h1>{props.heading}</h1>
      <p role={props.role ?? 'status'}>{props.text}</p>
      {props.children}
    </div>
  );
}
