import { useEffect, useState } from 'preact/hooks';
import type { GrowthTable } from '../../model.ts';
import type { PageHost } from '../host/host.ts';

/** The series that the shown profile's benchmark is one of; `null` until the host has said so, and where there is none. */
export function useGrowth(host: PageHost, onFailure: (error: unknown) => void): GrowthTable | null {
  const [table, setTable] = useState<GrowthTable | null>(null);
  useEffect(() => {
    let isShown = true;
    host.growth().then((growth) => {
      if (isShown) setTable(growth);
    }, onFailure);
    return () => {
      isShown = false;
    };
  }, [host]);
  return table;
}
