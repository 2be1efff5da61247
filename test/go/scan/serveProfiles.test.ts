// Edits that serve profiles from a program, and that take them out again: as gofmt leaves them, and they compile and serve.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SourceEdit } from '../../../src/go/scan/benchmarkSmells.ts';
import { mayServe, type ServeOffer } from '../../../src/go/scan/serveProfiles.ts';
import { goModule, installedGo } from '../goModule.ts';
import { scanner } from './goScanner.ts';

const gofmt = join((await installedGo()).goroot, 'bin', 'gofmt');

function edited(text: string, edits: readonly SourceEdit[]): string {
  const lines = text.split('\n').map((line) => `${line}\n`);
  // Those at one line stay in their order.
  for (const { range, newText } of [...edits]
    .reverse()
    .sort((a, b) => b.range.startLine - a.range.startLine)) {
    lines.splice(range.startLine, range.endLine - range.startLine, newText);
  }
  return lines.join('').slice(0, -1);
}

function offersAt(text: string, marker: string): ServeOffer[] {
  const line = text.split('\n').findIndex((each) => each.includes(marker));
  assert.ok(line >= 0, marker);
  assert.ok(mayServe(text.split('\n')[line] ?? ''), `${marker} is asked about`);
  return scanner.serveOffers(text, line);
}

/** Does one offer, checks that gofmt would change nothing, and that the way back leads to the same text. */
function served(text: string, marker: string, how: ServeOffer['how']): string {
  const offer = offersAt(text, marker).find((each) => each.how === how);
  assert.ok(offer, `${how} is offered at ${marker}`);
  const after = edited(text, offer.edits);
  assert.equal(execFileSync(gofmt, { input: after, encoding: 'utf8' }), after);
  const back = offersAt(after, marker).find((each) => each.how === 'remove');
  assert.equal(edited(after, back?.edits ?? []), text);
  return after;
}

const program = (imports: string, body: string) => `package main

import (
${imports
  .split(' ')
  .map((path) => (path === '' ? '' : `\t${path.replace('=', ' ')}`))
  .join('\n')}
)

func main() {
${body}
}
`;

const routers: [what: string, imports: string, body: string, route: string][] = [
  [
    'ServeMux',
    '"net/http" "os"',
    '\tmux := http.NewServeMux()\n\tserve(mux, os.Args)',
    'mux.Handle("/debug/pprof/", http.DefaultServeMux)',
  ],
  [
    'gorilla',
    '"net/http"  "github.com/gorilla/mux"',
    '\tr := mux.NewRouter()\n\thttp.Handle("/", r)',
    'r.PathPrefix("/debug/pprof/").Handler(http.DefaultServeMux)',
  ],
  [
    'chi, after its middleware',
    '"net/http"  "github.com/go-chi/chi/v5"',
    '\tr := chi.NewRouter()\n\tr.Use(logged)\n\thttp.Handle("/", r)',
    'r.Mount("/debug", middleware.Profiler())',
  ],
  [
    'gin by another name',
    'web="github.com/gin-gonic/gin"',
    '\ts.router = web.Default()\n\ts.router.Run()',
    's.router.GET("/debug/pprof/*profile", web.WrapH(http.DefaultServeMux))',
  ],
  [
    'echo',
    '"github.com/labstack/echo/v4"',
    '\te := echo.New()\n\te.Start(":80")',
    'e.GET("/debug/pprof/*", echo.WrapHandler(http.DefaultServeMux))',
  ],
];

for (const [what, imports, body, route] of routers) {
  test(`a router of ${what}`, () => {
    const text = program(imports, body);
    const marker = body.split('\n', 1)[0]?.trim() ?? '';
    const after = served(text, marker, 'router');
    assert.ok(after.includes(`\n\t${route}\n`), after);
    assert.match(after, /^\t(?:_ "net\/http\/pprof"|"github\.com\/go-chi\/chi\/v5\/middleware")$/m);
    if (what.startsWith('chi')) assert.ok(after.indexOf('Mount') > after.indexOf('Use'), after);
    served(text, marker, 'own port');
    served(text, 'func main', 'own port');
  });
}

test('without imports, with a single one, and where names are taken', () => {
  assert.match(
    served('package main\n\nfunc main() {\n\tselect {}\n}\n', 'func main', 'own port'),
    /^package main\n\nimport _ "net\/http\/pprof"\nimport "net\/http"\nimport "log"\n\n/,
  );
  served('package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println()\n}\n', 'func main', 'own port');
  const logged = served(program('log="go.uber.org/zap"', '\tlog.Sync()'), 'func main', 'own port');
  assert.match(logged, /println\(http\.ListenAndServe\("localhost:6060", nil\)\.Error\(\)\)/);
  assert.deepEqual(offersAt(program('http="example.com/http"', '\thttp.Run()'), 'func main'), []);
  assert.match(
    served(program('"os"', '\tos.Setenv("METRICS", ":6060")'), 'func main', 'own port'),
    /"localhost:6061"/,
  );
});

test('the default mux needs the import alone, and says who can read', () => {
  const text = program('"net/http"', '\thttp.ListenAndServe(":8080", nil)');
  assert.deepEqual(
    offersAt(text, 'func main').map(({ how, where }) => [how, where]),
    [['default mux', ':8080']],
  );
  // A port of its own would not hide them: the import puts them on the default mux as well.
  const routed = text.replace('\thttp.', '\tmux := http.NewServeMux()\n\thttp.Handle("/", mux)\n\thttp.');
  assert.deepEqual(
    offersAt(routed, 'NewServeMux').map(({ how }) => how),
    ['default mux', 'router'],
  );
  assert.match(served(text, 'func main', 'default mux'), /"net\/http"\n\t_ "net\/http\/pprof"\n\)/);
});

test('what is imported already leads to a route, or out; what serves by its own calls is left alone', () => {
  const imported = program(
    '"net/http" _="net/http/pprof"',
    '\tmux := http.NewServeMux()\n\thttp.ListenAndServe("", mux)',
  );
  assert.deepEqual(
    offersAt(imported, 'NewServeMux').map(({ how }) => how),
    ['router', 'remove'],
  );
  const own = program('"net/http/pprof"', '\tpprof.Index(nil, nil)');
  assert.deepEqual(offersAt(own, 'func main'), []);
  assert.deepEqual(offersAt(program('"os"', '\tos.Exit('), 'func main'), []);
});

test('a program with the route answers', () => {
  const text = program(
    '"fmt" "net/http" "net/http/httptest"',
    `	mux := http.NewServeMux()
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest("GET", "/debug/pprof/heap?debug=1", nil))
	fmt.Println(answer.Code, answer.Body.Len() > 100)`,
  );
  const answer = (source: string) => {
    const { directory } = goModule({ 'main.go': source });
    return execFileSync('go', ['run', '.'], { cwd: directory, encoding: 'utf8' });
  };
  assert.equal(answer(served(text, 'NewServeMux', 'router')), '200 true\n');
});
