/** Answers what the client of VS Code for the Web asks, and tells it what changes. */
import * as l10n from '@vscode/l10n';
import { type Connection, DidChangeConfigurationNotification, MarkupKind } from 'vscode-languageserver';
import type { Markdown } from '../../base/escape.ts';
import { variationOf } from '../../go/results/benchmarkResult.ts';
import { evidenceOf, noResults } from '../../go/results/evidence.ts';
import { type OpenOutcome, type OpenRequest, serverCommandNames, sessionsMethod } from '../../protocol.ts';
import type { CommandHandlers } from '../client/execute.ts';
import { changesIn } from '../compare/lineChanges.ts';
import { lineFunctions } from '../costs/documentCosts.ts';
import { hotLines, hotPathLines } from '../costs/hotLines.ts';
import { type HoverPosition, sections } from '../hovers/hoverMarkdown.ts';
import { goneText } from '../hovers/lineChangeText.ts';
import { lineHover } from '../hovers/lineHover.ts';
import { unplacedHover } from '../hovers/unplacedHover.ts';
import { comparedSession, fileSession } from '../sessions/fileSession.ts';
import { frameText, resolveFrame } from '../sessions/frameSources.ts';
import { outcomeOf } from '../sessions/openOutcome.ts';
import type { WebParts } from './parts.ts';

/** Says why, to whoever asks for what this server cannot do. */
function refuse(): never {
  throw new Error(
    l10n.t(
      'This needs programs such as Go, and VS Code for the Web runs none. Open the folder in VS Code on your computer.',
    ),
  );
}

const refused = Object.fromEntries(serverCommandNames.map((name) => [name, refuse])) as unknown as {
  readonly [Name in keyof CommandHandlers]: () => never;
};

/** What each command does. */
export function webCommands(parts: WebParts): CommandHandlers {
  const { sessions, texts, settings, stores } = parts;
  const frames = { ...parts, files: { refusal: () => null } };
  return {
    ...refused,
    openProfile: (request) => openProfile(parts, request),
    profileStore: (request, token) => stores.act(request, token),
    show: (cost) => sessions.show(cost),
    hotLines: async () => hotLines(sessions, texts, (await settings.general()).lens.threshold),
    hotPath: async () => hotPathLines(sessions, texts, (await settings.general()).lens.threshold),
    timedSamples: ({ sessionId }) => ({
      ...sessions.timedSamples(sessionId),
      evidence: evidenceOf(noResults),
    }),
    growth: () => null,
    times: () => null,
    results: () => null,
    resolveFrame: (frame) => resolveFrame(frames, frame),
    mapPath: (asked) => parts.mapping.map(asked),
    frameText: (frame) => frameText(frames, frame),
    assembly: () => ({
      missing: l10n.t('Machine code is shown where Go is: VS Code for the Web runs no programs.'),
    }),
    lineFunctions: ({ uri, line }) => {
      const document = texts.get(uri);
      return document === null ? null : lineFunctions(sessions, document, line);
    },
    cancelRun: () => false,
    endProgram: () => false,
  };
}

async function openProfile(
  { access, stores, sessions, messages, mapping, background }: WebParts,
  request: OpenRequest,
): Promise<OpenOutcome> {
  const { path: file, basePath, merged } = request;
  const opened =
    (await stores.open(file, basePath)) ??
    (await (basePath === undefined
      ? fileSession(access, file, merged)
      : comparedSession(access, file, basePath, sessions)));
  const outcome = outcomeOf(opened, request, { sessions, messages, mapping, background });
  const needed = new Set(
    sessions.all.flatMap(({ profilePath, bytesPath, base }) => [
      bytesPath ?? profilePath,
      base?.bytesPath ?? base?.profilePath ?? '',
    ]),
  );
  access.forget((each) => needed.has(each));
  return outcome;
}

/** What is known of a line without runs: its costs, and what they were in the profile that is compared with. */
function hoverText(
  { sessions, comparisons, mapping }: WebParts,
  place: HoverPosition,
  threshold: number,
): Markdown | null {
  const { changesOf, shown } = changesIn(sessions, comparisons.pairOf, place.document, threshold);
  return sections([
    lineHover(sessions, place, {
      links: true,
      benchmarks: false,
      changesOf,
      resultOf: () => undefined,
      variationOf: () => variationOf(undefined),
      growth: null,
      predicted: null,
      skids: { of: () => null },
      reasons: { of: () => [] },
    }),
    goneText(shown, place, threshold),
    unplacedHover(sessions, mapping, place),
  ]);
}

/** Answers hovers and inlay hints, and sends costs and sessions whenever they change. */
export function answerEditor(connection: Connection, parts: WebParts): void {
  const { client, workspace, background, settings, texts, sessions, documents, annotations, messages } =
    parts;
  connection.onHover(async ({ textDocument: { uri }, position: { line } }) => {
    const { threshold } = (await settings.general()).lens;
    const document = texts.get(uri);
    const value = document === null ? null : hoverText(parts, { document, line }, threshold);
    return value === null ? null : { contents: { kind: MarkupKind.Markdown, value } };
  });
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => annotations.inlayHints(uri, range));
  sessions.onChange(() => {
    const { all, active, activeTitle } = sessions;
    const summaries = all.map((session) => session.summary());
    messages.news(sessionsMethod, { sessions: summaries, active, activeTitle, activeNews: '' });
    showAgain();
  });
  const showAgain = () => {
    annotations.refreshAll();
    if (client.refreshHints) background(() => connection.languages.inlayHint.refresh());
  };
  documents.onDidChangeContent(({ document: { uri } }) => annotations.refresh(uri));
  documents.onDidClose(({ document: { uri } }) => {
    annotations.forget(uri);
    sessions.tidy();
  });
  connection.onDidChangeConfiguration(() => {
    settings.forget();
    background(() => parts.mapping.refresh());
    showAgain();
  });
  connection.onInitialized(() => {
    background(() => parts.mapping.refresh());
    if (client.dynamicConfiguration)
      background(() =>
        connection.client.register(DidChangeConfigurationNotification.type, { section: 'pprofLens' }),
      );
    if (!client.listsFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders(() =>
      background(async () => {
        settings.forgetFolders();
        workspace.folders = await settings.folders();
      }),
    );
  });
}
