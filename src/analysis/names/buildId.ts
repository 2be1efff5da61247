/** What a build id says. Pyroscope writes JSON there, where a service says its repository or version. */
import { object, parsedJson, text } from '../../base/outsideValues.ts';

export interface NamedBuild {
  /** The commit; empty if it is not said. */
  readonly gitRef: string;
  readonly buildId: string;
}

const pyroscopeBuild = object<object, { readonly git_ref: string; readonly build_id: string }>(
  {},
  { git_ref: text, build_id: text },
);

/** In characters: what is longer is not Pyroscope's. `JSON.parse` takes much more memory than the text. */
const longestBuild = 10_000;

export function readBuildId(buildId: string): NamedBuild {
  const isJson = buildId.startsWith('{') && buildId.length <= longestBuild;
  const said = isJson ? pyroscopeBuild(parsedJson(buildId)) : undefined;
  return said === undefined
    ? { gitRef: '', buildId }
    : { gitRef: said.git_ref ?? '', buildId: said.build_id ?? '' };
}
