/** The versions of Go that are in use. */
export const goVersions = ['1.24.13', '1.25.12', '1.26.8', '1.27.0'] as const;
