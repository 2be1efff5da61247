/** The process, where there is none. */
export const process = { platform: 'linux', env: {}, argv: [], execPath: '', constrainedMemory: () => 0 };
