/** What is made once for all who ask. A failure is only for those who wait for it: who asks next tries again. */

/** Makes a value when it is first needed. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= orForget(make(), () => {
      made = null;
    });
    return made;
  };
}

/** For who keeps a promise elsewhere: if it fails, `forget` is called. */
export function orForget<T>(making: Promise<T>, forget: () => void): Promise<T> {
  making.catch(forget);
  return making;
}
