/**
 * The benchmark's name in the id of an item of the Go extension's Test Explorer, such as
 * `file:///m/a_test.go?benchmark#BenchmarkA`; `null` for items that are no benchmarks.
 * The form is described at `GoTest.id` in golang/vscode-go, `extension/src/goTest/utils.ts`.
 */
export function benchmarkOfTestId(id: string): string | null {
  const [, name] = /\?benchmark#(.+)$/s.exec(id) ?? [];
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
