import type { Connection } from 'vscode-languageserver';
import { object, text, validItems } from '../../base/outsideValues.ts';
import { type Answer, askMethod, type Question } from '../../protocol.ts';

const readAnswer = object({ chosen: validItems(text) }, { typed: text });

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

  /** Lets the user choose one item of a list. Answers its id; `null`: given up. */
  async choose(question: Omit<Fields<'pick'>, 'ownText'>): Promise<string | null> {
    const picked = await this.pick(question);
    return picked !== null && 'id' in picked ? picked.id : null;
  }

  /** Lets the user choose one item of a list, or with `ownText` type another. `null`: given up. */
  async pick(question: Fields<'pick'>): Promise<Pick | null> {
    const answer = await this.#ask({ kind: 'pick', ...question });
    if (answer?.typed !== undefined && question.ownText !== undefined) return { typed: answer.typed };
    const id = answer?.chosen[0];
    return id !== undefined && question.items.some((item) => item.id === id) ? { id } : null;
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

  async #ask(question: Question): Promise<Answer> {
    if (!this.possible) return null;
    return readAnswer(await this.connection.sendRequest(askMethod, question)) ?? null;
  }
}
