import type { Profile } from '../../pprof/profile.ts';
import type { ProfileCosts } from '../costs/profileCosts.ts';
import { reportRows } from '../costs/reportRows.ts';
import { codeOrigin } from '../names/codeOrigin.ts';
import { packageOf } from '../names/functionName.ts';
import { ownCode } from './ownCode.ts';
import { chargeOwnLines } from './ownLines.ts';

/** Of some functions the first that costs anything, because the user is there; else the hottest. */
export function shownFirst(costs: ProfileCosts, sampleType: number, at: readonly string[]): string {
  const costly = new Set(reportRows(costs, sampleType).map(({ info }) => info.name));
  return at.find((name) => costly.has(name)) ?? hottestFunction(costs, sampleType);
}

/**
 * The function where a user looks first: of the user's own code the one that costs most, with the library and runtime
 * code that it calls. Where no own code costs anything, the hottest function of all; empty where nothing has a cost.
 */
export function hottestFunction(costs: ProfileCosts, sampleType: number): string {
  const { profile } = costs;
  const files = ownFiles(profile);
  const charges = new Map<string, number>();
  for (const { functionName, charge } of chargeOwnLines(profile, sampleType, (file) => files.has(file))) {
    charges.set(functionName, (charges.get(functionName) ?? 0) + charge);
  }
  let [hottest, most] = ['', 0];
  for (const [name, charge] of charges) {
    if (name !== '' && Math.abs(charge) > most) [hottest, most] = [name, Math.abs(charge)];
  }
  if (hottest !== '') return hottest;
  return reportRows(costs, sampleType).find(({ info }) => info.name !== '')?.info.name ?? '';
}

/** The files with functions of the user's own packages, as the profile names them. */
function ownFiles(profile: Profile): ReadonlySet<string> {
  const { functions, strings } = profile;
  const { paths } = ownCode(profile);
  const isOwn = (packageName: string) =>
    paths.some(
      (path) => packageName === path || packageName === `${path}_test` || packageName.startsWith(`${path}/`),
    );
  const files = new Set<string>();
  for (let f = 0; f < functions.count; f++) {
    const name = strings.get(functions.name[f]!);
    const file = strings.get(functions.filename[f]!);
    // `go test` writes the main function of a test binary.
    const isWritten = !/(^|\/)_testmain\.go$/.test(file);
    if (isWritten && codeOrigin(name, file) === 'own' && isOwn(packageOf(name))) files.add(file);
  }
  return files;
}
