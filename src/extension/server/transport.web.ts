import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { type WebFilesAnswer, type WebFilesParams, webFilesMethod } from '../../protocol.ts';
import { answerFiles } from './places.web.ts';

declare const Worker: new (script: string) => ConstructorParameters<typeof BrowserMessageReader>[0];

/** The client of a server that is a worker. Each start makes a new one. */
export function connectServer(
  { extensionUri, globalState }: vscode.ExtensionContext,
  options: LanguageClientOptions,
): LanguageClient {
  const script = vscode.Uri.joinPath(extensionUri, 'dist', 'webServer.js').toString(true);
  // The client would not know the worker as one: the host of extensions has put its own in the place of `Worker`.
  const start = async () => {
    const worker = new Worker(script);
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
  const client = new LanguageClient('pprofLens', 'pprof Lens', start, options);
  client.onRequest<WebFilesAnswer, void>(webFilesMethod, (params: WebFilesParams) =>
    answerFiles(params, globalState),
  );
  return client;
}
