import type { TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { madeOnce } from '../../base/maps.ts';
import type { Result } from '../../base/result.ts';
import { SourceCode } from '../../go/scan/sourceCode.ts';
import { type RegularFile, readRegularFile } from '../../go/sources/regularFile.ts';
import { filePath, fileUri } from '../client/lspTerms.ts';
import { isGoFile, type SourceSnapshot } from '../sessions/sourceSnapshot.ts';
import { type LineMap, mapLines } from './lineMap.ts';

/**
 * One text of a file, and where the lines of earlier texts of the file stand in it. A diff takes milliseconds in a large
 * file, and one hover asks for the same one up to 28 times, so each is made once.
 */
export class DocumentText {
  /** Weak, so that the snapshot of a removed session is not kept in memory. */
  readonly #maps = new WeakMap<SourceSnapshot, LineMap>();
  #code: SourceCode | null = null;

  constructor(
    readonly path: string,
    readonly text: string,
    readonly uri: string = fileUri(path),
    private readonly diff = mapLines,
  ) {}

  get code(): SourceCode {
    this.#code ??= new SourceCode(this.text, isGoFile(this.path));
    return this.#code;
  }

  /** From the lines of the profiled text to the lines of this one. `null` where the profiled text is lost. */
  lineMap(snapshot: SourceSnapshot): LineMap | null {
    const profiled = snapshot.codeOf(this.path);
    return profiled === null ? null : madeOnce(this.#maps, snapshot, () => this.diff(profiled, this.code));
  }
}

/** The present texts of files: those of open documents, else those on the disk. */
export class DocumentTexts {
  /** The latest text of each open document. Weak, so that it goes when the document is closed. */
  readonly #texts = new WeakMap<TextDocument, DocumentText>();

  /** @param diff tests count its calls @param read of files that are not open */
  constructor(
    private readonly documents: TextDocuments<TextDocument>,
    private readonly diff = mapLines,
    private readonly read: (file: string) => Result<RegularFile> = readRegularFile,
  ) {}

  /** The text of an open document; `null` where it is not open, or is not a file on this machine. */
  get(uri: string): DocumentText | null {
    const document = this.documents.get(uri);
    return document === undefined ? null : this.#textOf(document);
  }

  /** Absolute paths of the open documents that are files. */
  get openFiles(): string[] {
    return this.documents.all().flatMap(({ uri }) => filePath(uri) ?? []);
  }

  isOpen(path: string): boolean {
    return this.documents.all().some(({ uri }) => filePath(uri) === path);
  }

  /** The text of a file: the editor's where it is open, else the disk's. `null` where there is no such file. */
  at(path: string): DocumentText | null {
    const document = this.documents.all().find(({ uri }) => filePath(uri) === path);
    if (document !== undefined) return this.#textOf(document);
    const found = this.read(path);
    return found.ok ? new DocumentText(path, found.value.text, undefined, this.diff) : null;
  }

  #textOf(document: TextDocument): DocumentText | null {
    const path = filePath(document.uri);
    if (path === null) return null;
    const text = document.getText();
    let known = this.#texts.get(document);
    // An editor changes a document in place: only the text itself says whether it is another.
    if (known?.text !== text) {
      known = new DocumentText(path, text, document.uri, this.diff);
      this.#texts.set(document, known);
    }
    return known;
  }
}

export function isTestFile({ path }: Pick<DocumentText, 'path'>): boolean {
  return path.endsWith('_test.go');
}
