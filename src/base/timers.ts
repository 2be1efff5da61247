/** The longest time, in milliseconds, that Node's timers take. One that is to be longer ends at once. */
export const longestTimer = 2 ** 31 - 1;
