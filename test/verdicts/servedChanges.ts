/** The changes of the services that predictions are tried on: large and small gains, losses, and what changes nothing. */
import type { ChangedCode } from './servedPrograms.ts';
import { metricsChanges } from './services/metrics/changes.ts';
import { ordersChanges } from './services/orders/changes.ts';
import { searchChanges } from './services/search/changes.ts';

export interface ServedChange extends ChangedCode {
  readonly service: string;
  readonly file: string;
}

function of(service: string, changes: readonly ChangedCode[]): ServedChange[] {
  return changes.map((change) => ({ ...change, service, file: `service/${service}.go` }));
}

export const servedChanges: readonly ServedChange[] = [
  ...of('orders', ordersChanges),
  ...of('search', searchChanges),
  ...of('metrics', metricsChanges),
];
