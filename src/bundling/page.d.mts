import type { BuildOptions } from 'esbuild';

export function pageBundle(common: BuildOptions): BuildOptions;
export function graphvizBundle(common: BuildOptions): BuildOptions;
