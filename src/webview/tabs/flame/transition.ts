import type { FlameWindow } from '../../../analysis/flame/flameLayout.ts';

const milliseconds = 160;

/** Moves a window smoothly to another place, one step in each animation frame. */
export class Transition {
  #current: FlameWindow;
  #from: FlameWindow;
  #to: FlameWindow;
  #started = 0;
  #frame = 0;

  /** @param step is called with every window on the way, the last one included */
  constructor(
    start: FlameWindow,
    private readonly step: (window: FlameWindow) => void,
  ) {
    this.#current = start;
    this.#from = start;
    this.#to = start;
  }

  get current(): FlameWindow {
    return this.#current;
  }

  get isMoving(): boolean {
    return this.#frame !== 0;
  }

  jump(to: FlameWindow): void {
    this.stop();
    this.#to = to;
    this.#current = to;
    this.step(to);
  }

  /** Goes there smoothly; at once where the user's system is set to reduced motion. */
  moveTo(to: FlameWindow): void {
    if (to.left === this.#to.left && to.right === this.#to.right) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.jump(to);
      return;
    }
    this.#from = this.#current;
    this.#to = to;
    this.#started = performance.now();
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#advance());
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #advance(): void {
    const elapsed = Math.min(1, (performance.now() - this.#started) / milliseconds);
    const eased = 1 - (1 - elapsed) ** 3;
    this.#frame = elapsed < 1 ? requestAnimationFrame(() => this.#advance()) : 0;
    this.#current =
      elapsed < 1
        ? {
            left: between(this.#from.left, this.#to.left, eased),
            right: between(this.#from.right, this.#to.right, eased),
          }
        : this.#to;
    this.step(this.#current);
  }
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
