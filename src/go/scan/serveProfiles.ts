/** *Serve profiles here*: edits that add `net/http/pprof` to a server as its router wants it, and that take it out again. */
import type { Node } from 'web-tree-sitter';
import type { SourceEdit } from './benchmarkSmells.ts';
import { usualName } from './declarations.ts';
import {
  addImports,
  type Import,
  importsIn,
  insertedAt,
  removedLines,
  removeImports,
} from './importEdits.ts';
import { mainName } from './scanProgram.ts';
import { descendants, namedChildren, readStringLiteral, selectorOf, shortText } from './syntax.ts';

export interface ServeOffer {
  readonly how: 'own port' | 'default mux' | 'router' | 'remove';
  /** The address, if it is written out, or the router's variable; else empty. */
  readonly where: string;
  readonly edits: readonly SourceEdit[];
}

interface Router {
  readonly path: RegExp;
  /** The functions that make one. */
  readonly made: RegExp;
  /** The statement that adds the profiles: `http` and `own` are what the file calls `net/http` and the router's package. */
  readonly route: (variable: string, http: string, own: string) => string;
  readonly imports?: (path: string) => readonly Import[];
}

const pprofPath = 'net/http/pprof';
/** The import alone puts the profiles on `http.DefaultServeMux`; other routers pass their requests on to it. */
const pprofImport: Import = { name: '_', path: pprofPath };

const routers: readonly Router[] = [
  {
    path: /^net\/http$/,
    made: /^NewServeMux$/,
    route: (variable, http) => `${variable}.Handle("/debug/pprof/", ${http}.DefaultServeMux)`,
  },
  {
    path: /^github\.com\/gorilla\/mux$/,
    made: /^NewRouter$/,
    route: (variable, http) => `${variable}.PathPrefix("/debug/pprof/").Handler(${http}.DefaultServeMux)`,
  },
  {
    path: /^github\.com\/go-chi\/chi(?:\/v\d+)?$/,
    made: /^New(?:Router|Mux)$/,
    route: (variable) => `${variable}.Mount("/debug", middleware.Profiler())`,
    imports: (path) => [{ name: '', path: `${path}/middleware` }],
  },
  {
    path: /^github\.com\/gin-gonic\/gin$/,
    made: /^(?:New|Default)$/,
    route: (variable, http, own) =>
      `${variable}.GET("/debug/pprof/*profile", ${own}.WrapH(${http}.DefaultServeMux))`,
  },
  {
    path: /^github\.com\/labstack\/echo\/v\d+$/,
    made: /^New$/,
    route: (variable, http, own) =>
      `${variable}.GET("/debug/pprof/*", ${own}.WrapHandler(${http}.DefaultServeMux))`,
  },
];

/** By this comment our statements are found again. */
const mark = '// Profiles for go tool pprof';

/** Cheaper than parsing: it is asked for wherever the cursor goes. */
export function mayServe(line: string): boolean {
  return /\bNew|\bDefault\(|^func main\b|\/pprof|Profiles for go|ListenAndServe|DefaultServeMux|Profiler\(\)/.test(
    line,
  );
}

/** What can be done at a line, 0-based; nothing in a text that does not parse. */
export function serveOffers(root: Node, line: number): ServeOffer[] {
  if (root.hasError) return [];
  const file = new ServingFile(root);
  const place = file.placeAt(line);
  if (!file.isServed) return place === null ? [] : file.offersAt(place);
  const route = place?.router != null && !file.hasRoute ? file.offersAt(place).slice(1) : [];
  return [...route, ...(place !== null || file.isServedAt(line) ? file.takenOut() : [])];
}

interface Place {
  /** Statements of ours go before this line. */
  readonly before: number;
  readonly indent: string;
  readonly router: {
    readonly of: Router;
    readonly path: string;
    readonly variable: string;
    readonly own: string;
  } | null;
}

class ServingFile {
  readonly #imports;

  constructor(private readonly root: Node) {
    this.#imports = importsIn(root);
  }

  /** Whether the file imports `net/http/pprof`, or has statements of ours. */
  get isServed(): boolean {
    return this.#imports.some(({ path }) => path === pprofPath) || this.#marked().length > 0;
  }

  /** Whether a route of this file leads to the profiles. */
  get hasRoute(): boolean {
    return /\/debug\/pprof|\bmiddleware\.Profiler\(/.test(this.root.text);
  }

  placeAt(line: number): Place | null {
    if (mainName(this.root)?.startLine === line) {
      const main = namedChildren(this.root).find(({ startPosition }) => startPosition.row === line);
      const body = main?.childForFieldName('body');
      if (body == null || body.startPosition.row === body.endPosition.row) return null;
      return { before: body.startPosition.row + 1, indent: '\t', router: null };
    }
    for (const call of descendants(this.root, 'call_expression')) {
      if (call.startPosition.row !== line) continue;
      const place = this.#routerAt(call);
      if (place !== null) return place;
    }
    return null;
  }

  #routerAt(call: Node): Place | null {
    const called = selectorOf(call.childForFieldName('function'));
    const path = this.#imports.find((each) => localName(each) === called?.receiver)?.path ?? '';
    const of = routers.find((each) => each.path.test(path) && each.made.test(called?.field ?? ''));
    const statement = call.parent?.parent;
    if (
      called === null ||
      of === undefined ||
      !/^(?:short_var_declaration|assignment_statement)$/.test(statement?.type ?? '')
    )
      return null;
    const [variable, ...others] = namedChildren(statement?.childForFieldName('left') ?? null);
    if (statement == null || variable === undefined || others.length > 0) return null;
    const name = shortText(variable);
    // chi takes no middleware after the first route, and one that asks who calls is to guard the profiles, too.
    const uses = namedChildren(statement.parent).filter((each) => each.text.startsWith(`${name}.Use(`));
    const last = uses.filter((each) => each.startIndex > statement.startIndex).at(-1) ?? statement;
    return {
      before: last.endPosition.row + 1,
      indent: '\t'.repeat(statement.startPosition.column),
      router: { of, path, variable: name, own: called.receiver },
    };
  }

  offersAt({ before, indent, router }: Place): ServeOffer[] {
    const http = this.#nameFor('net/http');
    if (http === null) return [];
    const adding = (comment: string, statement: string, imports: readonly Import[]) => [
      ...addImports(this.root, imports),
      insertedAt(before, `${indent}${mark}${comment}\n${indent}${statement}\n`),
    ];
    const alone = this.#onDefaultMux(http) ?? this.#ownPort(http, adding);
    if (router === null) return [alone];
    const { of, path, variable } = router;
    const statement = of.route(variable, http, router.own);
    const imports = of.imports?.(path) ?? [pprofImport, { name: '', path: 'net/http' }];
    const comment = ', for all who reach this server: /debug/pprof/';
    return [alone, { how: 'router', where: variable, edits: adding(comment, statement, imports) }];
  }

  #ownPort(
    http: string,
    adding: (comment: string, statement: string, imports: readonly Import[]) => SourceEdit[],
  ): ServeOffer {
    const where = `localhost:${/:6060\b/.test(this.root.text) ? 6061 : 6060}`;
    const serve = `${http}.ListenAndServe("${where}", nil)`;
    const log = this.#nameFor('log');
    const say = log === null ? `println(${serve}.Error())` : `${log}.Println(${serve})`;
    const imports = ['net/http', ...(log === null ? [] : ['log'])].map((path) => ({ name: '', path }));
    const comment = `, for this machine only: http://${where}/debug/pprof/`;
    const edits = adding(comment, `go func() { ${say} }()`, [pprofImport, ...imports]);
    return { how: 'own port', where, edits };
  }

  /** Where the server uses the default mux, the import is all that it needs, and a port of its own would hide nothing. */
  #onDefaultMux(http: string): ServeOffer | null {
    for (const call of descendants(this.root, 'call_expression')) {
      const called = selectorOf(call.childForFieldName('function'));
      const given = namedChildren(call.childForFieldName('arguments'));
      if (called?.receiver !== http || !/^(?:ListenAndServe|Serve)(?:TLS)?$/.test(called.field)) continue;
      if (!given.some(({ type }) => type === 'nil')) continue;
      const where = readStringLiteral(shortText(given[0] ?? null)) ?? '';
      return { how: 'default mux', where, edits: addImports(this.root, [pprofImport]) };
    }
    return null;
  }

  /** What the file calls a package, or would; `null` if that name is another's. */
  #nameFor(path: string): string | null {
    const known = this.#imports.find((each) => each.path === path);
    if (known !== undefined) return localName(known);
    const name = usualName(path);
    return this.#imports.some((each) => localName(each) === name) ? null : name;
  }

  /** Our comments, each with its statement. */
  #marked(): [comment: Node, statement: Node][] {
    return descendants(this.root, 'comment').flatMap((comment) => {
      const next = comment.text.startsWith(mark) ? comment.nextNamedSibling : null;
      // A comment before the first statement of a block is outside their list.
      const statement = next?.type === 'statement_list' ? namedChildren(next)[0] : next;
      return statement == null ? [] : [[comment, statement]];
    });
  }

  /** Whether the line is one of our statements, or of the import. */
  isServedAt(line: number): boolean {
    const isIn = (first: Node, last: Node) => first.startPosition.row <= line && line <= last.endPosition.row;
    const ofPprof = this.#imports.filter(({ path }) => path === pprofPath);
    return (
      this.#marked().some(([first, last]) => isIn(first, last)) ||
      ofPprof.some(({ node }) => isIn(node, node))
    );
  }

  /** With the imports that nothing else needs. Profiles that the file serves by its own calls are not ours to take out. */
  takenOut(): ServeOffer[] {
    const statements = this.#marked().map(([first, last]) =>
      removedLines(first.startPosition.row, last.endPosition.row),
    );
    const isGone = ({ startPosition: { row } }: Node) =>
      statements.some(({ range }) => row >= range.startLine && row < range.endLine);
    const [gone, left] = [new Set<string>(), new Set<string>()];
    for (const each of descendants(this.root, 'selector_expression')) {
      const receiver = selectorOf(each)?.receiver;
      if (receiver !== undefined) (isGone(each) ? gone : left).add(receiver);
    }
    for (const each of descendants(this.root, 'qualified_type'))
      left.add(shortText(each.childForFieldName('package')));
    const needless = this.#imports.filter(({ path, name }) => {
      const local = localName({ path, name });
      return (path === pprofPath && name === '_') || (gone.has(local) && !left.has(local));
    });
    const edits = [...removeImports(this.root, needless), ...statements];
    return edits.length === 0 ? [] : [{ how: 'remove', where: '', edits }];
  }
}

function localName({ name, path }: Import): string {
  return name || usualName(path);
}
