/** What the server lets the editor ask its user, and the secrets that the editor keeps for it. */

/**
 * Server -> client request, to clients with `InitializationOptions.asks`: a dialog, or a secret of the editor's secret
 * storage. Params: `Question`; answer: `Answer`.
 */
export const askMethod = 'pprofLens/ask';

/** Texts may be from outside: the client shows them as plain text. */
export type Question =
  | {
      readonly kind: 'pick';
      readonly title: string;
      readonly placeholder: string;
      readonly items: readonly PickItem[];
      /** What the user types can be chosen too, where no item has it as its label: `Connect to {0}`, `{0}` being the text. */
      readonly ownText?: string;
    }
  | {
      readonly kind: 'input';
      readonly title: string;
      readonly prompt: string;
      readonly value?: string;
      readonly placeholder?: string;
      /** The text is not shown. */
      readonly password?: boolean;
    }
  | {
      readonly kind: 'file';
      readonly title: string;
      readonly button: string;
      readonly folder?: boolean;
    }
  | {
      /** A question before something that is not to happen by accident. The answer is `chosen: ['yes']` or `null`. */
      readonly kind: 'confirm';
      readonly question: string;
      readonly detail: string;
      readonly button: string;
    }
  | {
      /** Answers the secret as `chosen[0]`, or `null` where there is none. */
      readonly kind: 'getSecret';
      readonly key: string;
    }
  | {
      /** Keeps the secret; `null` forgets it. */
      readonly kind: 'setSecret';
      readonly key: string;
      readonly value: string | null;
    };

export interface PickItem {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** A codicon's name: `server`. */
  readonly icon?: string;
}

/** `null` if the user gave up. */
export type Answer = {
  /** The ids of the chosen items; the paths of the chosen files; the text of an input. */
  readonly chosen: readonly string[];
  /** The user's own text, where it was chosen instead of an item. */
  readonly typed?: string;
} | null;
