import type { CancellationToken, Connection } from 'vscode-languageserver';
import { property, text, validItems } from '../../base/outsideValues.ts';
import { type Answer, askMethod, type PickItem, type Question } from '../../protocol.ts';

type Fields<Kind extends Question['kind']> = Omit<Extract<Question, { readonly kind: Kind }>, 'kind'>;

/** What was chosen of a list: an item, or the user's own text. */
export type Pick = { readonly id: string } | { readonly typed: string };

/**
 * Asks the user through the editor, and keeps secrets in its secret storage. An editor that cannot ask answers as a user who
 * gives up, and keeps no secrets: look at `possible` first, where there is another way.
 */
export class Ask {
  constructor(
    private readonly connection: Connection,
    /** The client answers questions. */
    readonly possible: boolean,
  ) {}

  /** Lets the user choose one item of a list; with `ownText`, or type another. `null`: given up. */
  async pick(question: Omit<Fields<'pick'>, 'many'>, token?: CancellationToken): Promise<Pick | null> {
    const answer = await this.#ask({ kind: 'pick', ...question }, token);
    if (answer?.typed !== undefined && question.ownText !== undefined) return { typed: answer.typed };
    const id = answer?.chosen[0];
    return id !== undefined && question.items.some((item) => item.id === id) ? { id } : null;
  }

  /** Lets the user choose any number of items. Answers those; `null`: given up. */
  async pickMany<T extends PickItem>(
    question: Omit<Fields<'pick'>, 'many' | 'ownText' | 'items'> & { readonly items: readonly T[] },
  ): Promise<T[] | null> {
    const answer = await this.#ask({ kind: 'pick', ...question, many: true });
    if (answer === null) return null;
    const chosen = new Set(answer.chosen);
    return question.items.filter(({ id }) => chosen.has(id));
  }

  /** Asks for a text, which may be empty. `null`: given up. */
  async input(question: Fields<'input'>): Promise<string | null> {
    return (await this.#ask({ kind: 'input', ...question }))?.chosen[0] ?? null;
  }

  /** Lets the user choose files or a folder. Answers their paths; none: given up. */
  async files(question: Fields<'file'>): Promise<readonly string[]> {
    return (await this.#ask({ kind: 'file', ...question }))?.chosen ?? [];
  }

  /** Asks before something that is not to happen by accident. */
  async confirm(question: Fields<'confirm'>): Promise<boolean> {
    return (await this.#ask({ kind: 'confirm', ...question })) !== null;
  }

  /** The secret that is kept under this key; `null` if there is none. */
  async secret(key: string): Promise<string | null> {
    return (await this.#ask({ kind: 'getSecret', key }))?.chosen[0] ?? null;
  }

  /** Keeps a secret until it is replaced; `null` forgets it. */
  async keepSecret(key: string, value: string | null): Promise<void> {
    await this.#ask({ kind: 'setSecret', key, value });
  }

  async #ask(question: Question, token?: CancellationToken): Promise<Answer> {
    if (!this.possible) return null;
    const answer: unknown = await (token === undefined
      ? this.connection.sendRequest(askMethod, question)
      : this.connection.sendRequest(askMethod, question, token));
    const chosen = validItems(text)(property(answer, 'chosen'));
    if (chosen === undefined) return null;
    const typed = text(property(answer, 'typed'));
    return typed === undefined ? { chosen: [...chosen] } : { chosen: [...chosen], typed };
  }
}
