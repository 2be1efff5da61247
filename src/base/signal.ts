/** Something that changes, for those who want to hear of it. */
export class Signal {
  readonly #listeners: (() => void)[] = [];

  on(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Says that it has changed. Can be handed over as it is. */
  readonly fire = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
