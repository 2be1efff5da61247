/** How to name a store on the command line. Not translated: option names and these texts belong together. */
import { storeKinds, storeTitle } from '../../go/stores/storeKinds.ts';

export const storeOptionsText = `Stores, ${storeKinds.map(storeTitle).join(' and ')}, are named like servers. What the address does not say, the options may:
  'pyroscope+http://127.0.0.1:4040/?query={service_name="shop"}&since=1h', 'parca+https://HOST/?...'
  --query=QUERY              {LABELS} with =, !=, =~, !~, or TYPE{LABELS}
  --type=TYPE                profile type: cpu (default), memory, ..., or one type as the store names it
  --since=1h                 how long ago the time begins (default 1h); or
  --start=TIME, --end=TIME   2026-08-01T12:00Z, now-2h, seconds since 1970; the end is now by default
  --tenant=NAME              which tenant of the store (X-Scope-OrgID)
  --token-file=FILE          a bearer token; a name and password go before the host, NAME:PASSWORD@HOST
  --ca=FILE                  certificates, in PEM, of who vouches for the store
`;
