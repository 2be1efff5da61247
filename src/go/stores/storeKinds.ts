/** The kinds of stores. Whoever adds one adds a row here, and its file. */
import { writtenAddress } from '../profiles/fetchAddress.ts';
import { parca } from './parca.ts';
import { pyroscope } from './pyroscope.ts';
import { Store, type StoreProtocol } from './store.ts';
import { type StoreAccess, StoreAddress } from './storeAddress.ts';

interface StoreSpec {
  /** What users call it. */
  readonly title: string;
  readonly protocol: StoreProtocol;
  /** Its profiles of CPU time, as `StoreType.name`. */
  readonly cpuTypes: readonly string[];
}

const specs = {
  pyroscope: {
    title: 'Pyroscope',
    protocol: pyroscope,
    cpuTypes: ['process_cpu'],
  },
  parca: {
    title: 'Parca',
    protocol: parca,
    cpuTypes: ['process_cpu', 'parca_agent'],
  },
} as const satisfies Readonly<Record<string, StoreSpec>>;

export type StoreKind = keyof typeof specs;

export const storeKinds: readonly StoreKind[] = Object.keys(specs).filter((name) => isKind(name));

function isKind(name: string): name is StoreKind {
  return Object.hasOwn(specs, name);
}

/** What users call this kind of store. */
export function storeTitle(kind: StoreKind): string {
  return specs[kind].title;
}

/** Whether a type of profile, by its name, is one of CPU time. */
export function isCpuType(name: string): boolean {
  return Object.values(specs).some(({ cpuTypes }: StoreSpec) => cpuTypes.includes(name));
}

const kindAndScheme = new RegExp(String.raw`^(${storeKinds.join('|')})\+(?=https?(?:\+insecure)?://)`, 'i');

/** Whether a text is the address of a store, such as `pyroscope+http://127.0.0.1:4040/?query=...`. */
export function isStoreUrl(source: string): boolean {
  return kindAndScheme.test(source);
}

/** An address apart from the kind of store in it, if that is there: `pyroscope+http://127.0.0.1:4040`. */
export function kindIn(source: string): { readonly kind: StoreKind | null; readonly address: string } {
  const [prefix = '', named = ''] = kindAndScheme.exec(source) ?? [];
  const kind = named.toLowerCase();
  return { kind: isKind(kind) ? kind : null, address: source.slice(prefix.length) };
}

/** A store, with what stands behind the `?` of its address. */
export interface WrittenStore {
  readonly store: Store;
  readonly parameters: URLSearchParams;
}

/**
 * The store that the user has written: `pyroscope+http://HOST:PORT/PREFIX`, or without `pyroscope+` where the kind is
 * known, or without `http://` before a host with a port. `null` if the text is no address.
 *
 * @param kind of the store, if it was said elsewhere
 */
export function writtenStore(
  source: string,
  kind?: StoreKind,
  access: StoreAccess = {},
): WrittenStore | null {
  const said = kindIn(source);
  const meant = said.kind ?? kind;
  const written = writtenAddress(said.address);
  if (meant === undefined || written === null || !written.isHttp || written.socketPath !== null) return null;
  const url = written.urlWithSecrets();
  const tenant = url.searchParams.get('tenant') ?? access.tenant ?? '';
  const { title, protocol } = specs[meant];
  const address = new StoreAddress(title, url, written.isInsecure, { ...access, tenant });
  return { store: new Store(address, protocol), parameters: url.searchParams };
}
