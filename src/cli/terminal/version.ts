/** Defined by the build. It does not exist if the sources run as they are. */
declare const PPROF_LENS_VERSION: string | undefined;

export const version = typeof PPROF_LENS_VERSION === 'undefined' ? 'development' : PPROF_LENS_VERSION;
