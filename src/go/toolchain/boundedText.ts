/** Keeps the beginning and the end of a long text, such as the output of a program that crashes. */
export class BoundedText {
  #head = '';
  #tail = '';

  /** Keeps the first and the last `most` characters. */
  constructor(private readonly most: number) {}

  push(text: string): void {
    const room = this.most - this.#head.length;
    this.#head += text.slice(0, room);
    if (text.length <= room) return;
    this.#tail += text.slice(Math.max(0, room));
    if (this.#tail.length > 4 * this.most) this.#tail = this.#tail.slice(-this.most);
  }

  toString(): string {
    if (this.#tail.length <= this.most) return this.#head + this.#tail;
    return `${this.#head}\n[...]\n${this.#tail.slice(-this.most)}`;
  }
}
