/** Of a function, a line or an instruction, in the sample type's unit. */
export interface Cost {
  readonly flat: number;
  readonly cum: number;
}

export interface TimedCost extends Cost {
  /** What operations cost of it. If missing, all of it. */
  readonly timed?: Cost;
}
