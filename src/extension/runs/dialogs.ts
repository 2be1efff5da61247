/** The dialogs of the run commands. */
export { askRef } from './askRef.ts';
export { showBenchmarkMenu } from './benchmarkMenu.ts';
export { askRunOptions } from './runOptions.ts';
export { savePgo } from './savePgo.ts';
