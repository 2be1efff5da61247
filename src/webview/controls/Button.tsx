import type { ComponentProps } from 'preact';

/** A button without a background, for what is seldom needed. */
export function QuietButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} class={`quiet-button ${props.class ?? ''}`} />;
}

export function LinkButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} class="link" />;
}
