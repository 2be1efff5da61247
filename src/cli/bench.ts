/** `pprof-lens bench`: argv without the command's name; the exit status of CLI.md. */
export async function benchCommand(argv: readonly string[]): Promise<number> {
  void argv;
  return 1;
}
