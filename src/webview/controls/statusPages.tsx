import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './Icon.tsx';

/** The page while something is on its way. */
export function Loading({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <main class="status" aria-busy="true">
      <div class="status-spinner" aria-hidden="true" />
      <p role="status">{text}</p>
      {children}
    </main>
  );
}

/** A message in place of something that cannot be shown. */
export function Message(props: {
  icon?: IconName;
  heading: string;
  text: string;
  role?: 'alert' | 'status';
  children?: ComponentChildren;
}) {
  return (
    <div class="status">
      <Icon name={props.icon ?? 'info'} class="status-icon" />
      <h1>{props.heading}</h1>
      <p role={props.role ?? 'status'}>{props.text}</p>
      {props.children}
    </div>
  );
}
