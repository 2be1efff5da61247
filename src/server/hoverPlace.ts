/** What a hover on one line needs to know of the editor. */
export interface HoverPlace {
  readonly path: string;
  readonly text: string;
  /** 0-based. */
  readonly line: number;
}
