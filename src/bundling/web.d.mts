import type { BuildOptions } from 'esbuild';

export function webBundles(common: BuildOptions): (BuildOptions & { readonly outfile: string })[];
