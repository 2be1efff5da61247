/** The files of a comparison as they are named on the command line. */

export interface InputFile {
  /** `-` is standard input. */
  readonly path: string;
  /** The value of `.file`, by default the heading of its column. */
  readonly label: string;
}

/**
 * `NAME=FILE` gives a file a label. Without one, the label is its path. A path that is given several times gets `#0`,
 * `#1` and so on: with equal labels, the files would become one sample of twice the size.
 */
export function inputFiles(args: readonly string[]): InputFile[] {
  const inputs = args.map((arg) => {
    const equals = arg.indexOf('=');
    return equals === -1
      ? { path: arg, label: null }
      : { path: arg.slice(equals + 1), label: arg.slice(0, equals) };
  });
  const times = new Map<string, number>();
  for (const { path, label } of inputs) if (label === null) times.set(path, (times.get(path) ?? 0) + 1);
  const given = new Map<string, number>();
  return inputs.map(({ path, label }) => {
    if (label !== null) return { path, label };
    const isRepeated = (times.get(path) ?? 0) > 1;
    const place = given.get(path) ?? 0;
    given.set(path, place + 1);
    return { path, label: isRepeated ? `${path}#${place}` : path };
  });
}
