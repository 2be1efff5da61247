/**
 * What touches the machine, or writes outside text where it could be markup, has one place each, where the dangers are thought of.
 * Whoever adds a file to a rule says there why it may.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Rule {
  readonly what: string;
  /** Files that it holds for, from the project's root. */
  readonly within: RegExp;
  readonly forbids: RegExp;
  /** Of those, the files that may. */
  readonly but: readonly RegExp[];
  /** What it must find, so that it can find something. */
  readonly finds: readonly string[];
}

/** An import of `module` that takes one of these names, or all of it. */
function importing(module: string, names: string): RegExp {
  return new RegExp(
    `\\bimport\\s+(?!type\\b)(?=[^;'"]*\\b(?:${names})\\b|\\*|\\w)[^;'"]*from\\s*['"](?:node:)?${module}['"]`,
  );
}

const reads =
  'readFile|readFileSync|open|openSync|openAsBlob|opendir|createReadStream|readv?Sync|copyFile|copyFileSync|cp|cpSync|stat|statSync|lstat|lstatSync|access|accessSync|existsSync|exists|readlink|readlinkSync|realpath|realpathSync|watch|watchFile';

/** What users run, so not what makes releases. */
const ofUsers = /^src\/(?!release\/)/;

const rules: readonly Rule[] = [
  {
    what: 'files that others name are opened by src/go/sources/namedFiles.ts',
    within: /^src\/(?:go|server|cli)\//,
    forbids: importing('fs(?:/promises)?', reads),
    but: [
      // The one place.
      /go\/sources\/(?:regularFile|namedFiles|installedGo)\.ts/,
      // Programs that NamedFiles has allowed.
      /go\/binary\/(?:directCalls|executable)\.ts/,
      // Go and Git: what they are, and what they have made.
      /go\/(?:git\/(?:checkout|localModules|repository)|objects\/testObjects|toolchain\/(?:ownFolders|programs|toolchain)|machine\/machineFiles)\.ts/,
      // The system's time zones, and /proc.
      /go\/(?:machine\/timeZone|toolchain\/(?:groupMembers|peerUser|watch))\.ts/,
      // Profiles that the user has named, and what our runs write.
      /go\/(?:profiles\/(?:profileFile|pgoFit|conversion)|tests\/testPackage)\.ts/,
      /go\/(?:build\/(?:batchTesting|testBinary)|profile\/(?:attributes|recordLines|takeInstructions|takeProfiles|tracePass))\.ts/,
      /go\/compare\/(?:commitBuild|compareBuilds|dataFiles)\.ts/,
      // What perf and valgrind have recorded of a run, and its test binary.
      /go\/counters\/(?:callgrindFile|goTable|recordEvent)\.ts/,
      // An overlay that the user's build flags name.
      /go\/(?:build\/usersOverlay|programs\/overlay)\.ts/,
      /server\/(?:history\/(?:exportRun|keptSources|runFolders|wholeFile))\.ts/,
      /server\/runs\/(?:benchmarks\/runInTurns|programs\/keptPrograms|queue\/insideWorkspace)\.ts/,
      /cli\/(?:commandLine|compare\/(?:compareCommand|savedRuns)|mcp\/(?:keptRuns|workspace)|prompt\/prompt)\.ts/,
      // Whether a folder is a module's, what we keep beside runs, and how old it is.
      /go\/(?:results\/keptPredictions|toolchain\/(?:cacheFolder|keptFiles))\.ts/,
      // What a runner of GitHub says of the workflow, and the report that a job has left.
      /cli\/github\/(?:event|report)\.ts/,
      /cli\/profiles\/(?:pageParts|profileSource|storeSource)\.ts/,
      // What the compiler has said of a run's code, and when the files of a run's own folders were written.
      /go\/build\/keptBuild\.ts/,
      /server\/(?:why\/keptDecisions|changes\/codeChanges)\.ts/,
      // Our lists of servers and stores, and what we have fetched from them.
      /server\/remote\/(?:remotes|shared\/keptText|stores\/(?:benchmarkThis|profileFiles))\.ts/,
    ],
    finds: [
      `import { mkdir, readFile } from 'node:fs/promises';`,
      `import {\n  openSync as open,\n} from 'fs';`,
      `import * as files from 'node:fs';`,
      `import fs from 'node:fs';`,
    ],
  },
  {
    what: 'node:fs is imported at the head of a file, where the rule above sees what for',
    within: /^src\//,
    forbids: /\b(?:import|require)\(\s*['"`](?:node:)?fs\b/,
    but: [],
    finds: [`await import('node:fs/promises')`],
  },
  {
    what: 'processes and signals belong into src/go/toolchain/process.ts',
    within: ofUsers,
    forbids: /['"`](?:node:)?child_process['"`]/,
    but: [/go\/toolchain\/(?:process|startedGroups|watch|browser|launcher|groupMembers)\.ts/],
    finds: [`import { spawn } from 'node:child_process';`, `await import("child_process")`],
  },
  {
    what: 'signals belong into src/go/toolchain/process.ts',
    within: /^src\//,
    forbids: /\bprocess\.kill\(/,
    but: [/go\/toolchain\/(?:process|startedGroups)\.ts/],
    finds: ['process.kill(pid, 0)'],
  },
  {
    what: 'temporary folders (own, marked, never through a link) are made by src/go/toolchain/ownFolders.ts',
    within: ofUsers,
    forbids: /\bimport\s[^;'"]*\b(?:tmpdir|mkdtemp|mkdtempSync)\b|\b(?:os|fs|fsp)\.(?:tmpdir|mkdtemp)/,
    but: [/go\/toolchain\/ownFolders\.ts/],
    finds: [`import { homedir, tmpdir } from 'node:os';`],
  },
  {
    what: 'git is run by src/go/git/git.ts, which lets no program run that a repository names',
    within: /^src\//,
    forbids: /\bfindProgram\('git'/,
    but: [/go\/git\/git\.ts/],
    finds: [`findProgram('git', env)`],
  },
  {
    // As outside text can make it, a list of a hundred thousand overflows the stack.
    what: 'a list of any length is no argument list: append, largest and smallest of src/base/lists.ts take it',
    within: /^src\/(?!bundling\/)/,
    forbids:
      /\.(?:push|unshift|splice|max|min|hypot|fromCharCode|fromCodePoint|append|prepend|replaceWith|replaceChildren|apply)\((?:[^(){}[\]]*,)?\s*\.\.\./,
    // Pieces of a size that they choose themselves.
    but: [/(?:base\/base64|pprof\/otherFormats|flame\/pictureFile)\.ts/],
    finds: ['Math.max(...values)', 'all.push(first,\n  ...rest)'],
  },
  {
    what: "outside text reaches the editor's messages and lists through src/extension/server/say.ts",
    within: /^src\/extension\//,
    forbids:
      /\.(?:show(?:Information|Warning|Error)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|setStatusBarMessage)\b/,
    but: [/server\/say\.ts/],
    finds: ['vscode.window.showErrorMessage(text)'],
  },
  ...(
    [
      ['createStatusBarItem', /sessions\/statusBar\.ts/],
      ['withProgress', /server\/progress\.ts/],
      ['createWebviewPanel', /page\/flameGraph\.ts/],
      ['TreeItem|MarkdownString|createTreeView', /runs\/(?:profilesView|remotes)\.ts/],
      // What a program of the user prints is shown as in any terminal; the name is made plain.
      ['createTerminal', /server\/terminals\.ts/],
      ['supportHtml|supportThemeIcons', null],
      // They show places that the server has found by its rule, and what the user has open.
      [
        'openTextDocument|showTextDocument|showNotebookDocument',
        /(?:page\/frameSources|lines\/hotLines)\.ts/,
      ],
    ] as const
  ).map(([names, but]) => ({
    what: `outside text, ${names}: its file makes it plain`,
    within: /^src\/extension\//,
    forbids: new RegExp(`\\.(?:${names})\\b`),
    but: but === null ? [] : [but],
    finds: [`vscode.window.${names.split('|')[0]}(x)`],
  })),
  {
    what: "outside text reaches the client's messages through src/server/client/messages.ts or diagnosticBoard.ts",
    within: /^src\/server\//,
    forbids: /\.(?:show(?:Information|Warning|Error)Message|createWorkDoneProgress|sendDiagnostics)\b/,
    but: [/client\/(?:messages|diagnosticBoard)\.ts/],
    finds: ['connection.window.showWarningMessage(text)'],
  },
  {
    what: 'src/cli/terminal/streams.ts writes to a terminal: it makes control characters of outside text visible',
    within: /^src\/(?:cli|go|analysis|bench|pprof)\//,
    forbids:
      /\bprocess\.std(?:out|err)\b|\bconsole\.\w|\{[^}]*\bstd(?:out|err)\b[^}]*\}\s*=\s*process\b|from\s*['"](?:node:)?(?:process|console)['"]/,
    but: [
      /cli\/terminal\/streams\.ts/,
      // Its terminal is the program's, and what it says itself comes from the server, made plain there.
      /go\/toolchain\/launcher\.ts/,
    ],
    finds: ['process.stdout.write(name)', 'console.log(name)', 'const { stderr } = process;'],
  },
  {
    // Another user may have made it already, with another program in it.
    what: 'nothing is made in the temporary folder under a name that can be known: mkdtempSync, and .vscode-test for what stays',
    within: /^test\//,
    forbids: /(?<!mkdtempSync\(\s*)(?<![\w.])(?:path\.)?join\(\s*(?:os\.)?tmpdir\(\)/,
    but: [],
    finds: [`const file = join(tmpdir(), 'x');`, `writeFileSync(path.join(tmpdir(), 'x'), '')`],
  },
];

/** Without comments. What looks like one in a text stays. */
function codeOf(text: string): string {
  return text.replace(
    /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/.*/gm,
    (_, quoted: string | undefined) => quoted ?? ' ',
  );
}

const files = ['src', 'test'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => `${root}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:tsx?|mjs|cjs)$/.test(file) && file !== 'test/places.test.ts')
    .filter((file) => !/^test\/workspace\/|\/out\/|\/node_modules\//.test(file)),
);
const codes = new Map(files.map((file) => [file, codeOf(readFileSync(file, 'utf8'))]));

for (const { what, within, forbids, but, finds } of rules) {
  test(what, () => {
    for (const text of finds) assert.match(codeOf(text), forbids);
    const found = files.filter((file) => within.test(file) && forbids.test(codes.get(file) ?? ''));
    assert.deepEqual(
      found.filter((file) => !but.some((allowed) => allowed.test(file))),
      [],
    );
    for (const allowed of but)
      assert.ok(
        found.some((file) => allowed.test(file)),
        `nothing needs ${allowed}`,
      );
  });
}
