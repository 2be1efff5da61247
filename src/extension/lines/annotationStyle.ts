import * as vscode from 'vscode';
import { writeSetting } from '../server/writeSetting.ts';

type AnnotationStyle = 'decorations' | 'inlayHints' | 'off';

/** The key of the style that the command turns on again. Kept for all windows. */
const lastStyleKey = 'annotations.lastStyle';

function readStyle(value: unknown): AnnotationStyle {
  return value === 'inlayHints' || value === 'off' ? value : 'decorations';
}

/**
 * Turns the costs beside the lines off, or on again in the style that they had. The setting is the only state: the
 * server reads it and stops or starts to send annotations.
 */
export async function toggleAnnotations(memory: vscode.Memento): Promise<void> {
  const current = readStyle(vscode.workspace.getConfiguration('pprofLens').get<unknown>('annotations'));
  if (current !== 'off') {
    await memory.update(lastStyleKey, current);
    await writeSetting('annotations', 'off', undefined);
    return;
  }
  const last = readStyle(memory.get<unknown>(lastStyleKey));
  await writeSetting('annotations', last === 'off' ? 'decorations' : last, undefined);
}
