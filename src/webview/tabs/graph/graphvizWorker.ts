import { Graphviz } from '@hpcc-js/wasm-graphviz';
import { drawableDot } from '../../../analysis/callGraph/dotEscape.ts';
import { type Ask, type Asker, replyTo } from '../../host/openQuestions.ts';
import type { DrawingQuestions } from './graphDrawer.ts';

/** Entry of dist/graphviz.js: Graphviz in its own worker, which is loaded when the user opens the call graph. */

const loading = Graphviz.load();

const draw: Asker<DrawingQuestions> = async (_, dot) => (await loading).dot(drawableDot(dot), 'svg');

self.onmessage = async ({ data }: MessageEvent<Ask<DrawingQuestions>>) => {
  self.postMessage(await replyTo(data, draw));
};
