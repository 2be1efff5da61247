import type { PlatformPath } from 'node:path';

declare const noNode: Pick<
  PlatformPath,
  'normalize' | 'isAbsolute' | 'join' | 'dirname' | 'basename' | 'relative'
>;
export = noNode;
