/** The dialogs of the run commands. They are a bundle of their own, loaded when the first is asked for. */
export { askRef } from './askRef.ts';
export { showBenchmarkMenu } from './benchmarkMenu.ts';
export { askRunOptions } from './runOptions.ts';
export { savePgo } from './savePgo.ts';
