import * as vscode from 'vscode';
import { oneOf } from '../../base/outsideValues.ts';
import { annotationStyles } from '../../protocol.ts';
import { writeSetting } from '../server/writeSetting.ts';

/** The key of the style that the command turns on again. Kept for all windows. */
const lastStyleKey = 'annotations.lastStyle';

const style = oneOf(...annotationStyles);

export function annotationStyle(): (typeof annotationStyles)[number] {
  return style(vscode.workspace.getConfiguration('pprofLens').get<unknown>('annotations')) ?? 'allLines';
}

/**
 * Turns the costs beside the lines off, or on again in the style that they had. The setting is the only state: the
 * server reads it and stops or starts to send annotations.
 */
export async function toggleAnnotations(memory: vscode.Memento): Promise<void> {
  const current = annotationStyle();
  if (current !== 'off') {
    await memory.update(lastStyleKey, current);
    await writeSetting('annotations', 'off', undefined);
    return;
  }
  const last = style(memory.get<unknown>(lastStyleKey)) ?? 'allLines';
  await writeSetting('annotations', last === 'off' ? 'allLines' : last, undefined);
}
