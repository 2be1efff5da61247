import type { Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { GoScanner } from '../../go/scan/scan.ts';
import type { LineSkids } from '../assembly/lineSkids.ts';
import type { CodeChanges } from '../changes/codeChanges.ts';
import type { Background } from '../client/background.ts';
import type { DiagnosticBoard } from '../client/diagnosticBoard.ts';
import type { Messages } from '../client/messages.ts';
import type { Settings } from '../client/settings.ts';
import type { Comparisons } from '../compare/comparisons.ts';
import type { DocumentTexts } from '../costs/documentText.ts';
import type { LensOptions } from '../lenses/lensCommands.ts';
import type { LensSources } from '../lenses/lensState.ts';
import type { BenchmarkResults } from '../results/benchmarkResults.ts';
import type { SessionStore } from '../sessions/sessions.ts';
import type { GrowthTables } from './growth.ts';

/** The parts of the server that what is shown in an editor is made from. Each of its makers picks what it needs. */
export interface EditorServices {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly texts: DocumentTexts;
  readonly sessions: SessionStore;
  readonly results: BenchmarkResults;
  readonly comparisons: Comparisons;
  readonly changes: CodeChanges;
  readonly growth: GrowthTables;
  /** Which lines may show the samples of another. */
  readonly skids: Pick<LineSkids, 'of'>;
  readonly settings: Settings;
  readonly messages: Messages;
  readonly board: DiagnosticBoard;
  readonly background: Background;
  readonly scanner: () => Promise<GoScanner>;
  readonly lensSources: () => LensSources;
  readonly lensOptions: LensOptions;
}
