// A thread does not inherit tsx from `node --import tsx`.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
