/** Put in by the build; there is none when the sources run as they are. */
declare const PPROF_LENS_VERSION: string | undefined;

/** The package's version. */
export const version = typeof PPROF_LENS_VERSION === 'undefined' ? 'development' : PPROF_LENS_VERSION;
