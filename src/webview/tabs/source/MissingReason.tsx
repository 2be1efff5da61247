import { Icon } from '../../controls/Icon.tsx';

/** Why the lines or instructions of a function are not shown. */
export function MissingReason({ text }: { text: string }) {
  return (
    <p class="listing-missing" role="status">
      <Icon name="info" /> {text}
    </p>
  );
}
