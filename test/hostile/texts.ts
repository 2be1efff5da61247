/**
 * Texts that are markup, commands or signals somewhere, by class. They all want to do the same: lead to `evil`. So a sink
 * has failed if a link, a script or an attribute says `evil`. No such command, host or file exists.
 */

const command = 'command:evil.run?%5B%5D';
const ours = 'command:pprofLens.server.run?%5B%7B%22goCommand%22%3A%22evil%22%7D%5D';

/** A text as it stands in the file: of characters, or of bytes that are no UTF-8. */
export type Text = string | Uint8Array;

const bytes = (...values: number[]) => Uint8Array.from(values);
const withBytes = (before: string, middle: Uint8Array, after: string) =>
  Buffer.concat([Buffer.from(before), middle, Buffer.from(after)]);

const lineEnds = ['\n', '\r', '\r\n', '\n\n', '\u0085\u0085', '\u2028\u2028', '\u2029', '\v', '\f', '\0'];

export const hostileTexts: Readonly<Record<string, readonly Text[]>> = {
  links: [
    `[Show in flame graph](${command})`,
    `[x](${ours})`,
    `[x](<${command}> "title")`,
    `[x][evil]\n\n[evil]: ${command}`,
    `![x](https://evil.example/x.png)`,
    `<https://evil.example/>`,
    `https://evil.example/path`,
    `www.evil.example`,
    `evil@evil.example`,
    `file:///etc/evil`,
    `[a\\](b)](${command})`,
    `x](${command}) [`,
    `**[x](${command})**`,
    `> [x](${command})`,
    `# [x](${command})`,
    `| [x](${command}) |\n|---|`,
    `- [x](${command})`,
    `vscode://evil.evil/x`,
  ],
  'line ends': lineEnds.map((end) => `Total${end}[Show](${ours})${end}rest`),
  'code spans': [`\`[x](${command})\``, `\`\`\n[x](${command})\n\`\``, `\`\`\`\n[x](${command})`, '`'],
  icons: ['$(flame) evil', '$(sync~spin)', '\\$(evil)', '$(a)$(b)$(c)', '$(evil'],
  html: [
    '<script>evil()</script>',
    '</script><script>evil()</script>',
    '</style><script>evil()</script>',
    '--><script>evil()</script><!--',
    '<img src=x onerror=evil()>',
    '<svg onload=evil()>',
    '"><svg/onload=evil()>',
    "' onmouseover='evil()",
    '<a href="javascript:evil()">x</a>',
    '<iframe srcdoc="<script>parent.evil()</script>">',
    '&lt;script&gt;evil()&lt;/script&gt;',
    ']]><script>evil()</script><![CDATA[',
    '<h1>evil</h1>',
    `<a href="${command}">x</a>`,
    '{{evil}} <%= evil %> #{evil}',
    '<!ENTITY evil SYSTEM "file:///etc/passwd">',
  ],
  terminal: [
    '\u001b[31mevil\u001b[0m',
    '\u001b]0;evil\u0007',
    '\u001b]8;;https://evil.example\u001b\\evil\u001b]8;;\u001b\\',
    '\u001b[2J\u001b[Hevil',
    '\u001bP$q"p\u001b\\',
    '\u009b31mevil',
    '\u009d0;evil\u009c',
    'evil\b\b\b\bgood',
    'good\revil',
    '\u0007\u0007',
    '\u001b]52;c;ZXZpbA==\u0007',
    '\u007f\u0080\u008e',
  ],
  'direction of reading': [
    'safe\u202egnp.live\u202c',
    '\u2066evil\u2069\u2067live\u2069',
    '\u200f\u061cevil',
    'a\u200bb\ufeffc\u2060d',
    'e\u0301'.repeat(200),
  ],
  graphviz: [
    'v" URL="javascript:evil()',
    'a\\" URL=\\"javascript:evil()',
    'C:\\evil\\',
    'a\\N\\G\\L\\E\\T\\H',
    '<<b>evil</b>>',
    '"];evil[label="x',
    '}\ndigraph evil {',
    '// evil',
    '/* evil',
    '&quot; href=&quot;javascript:evil()',
    'a|{b|<evil>c}',
  ],
  tables: [
    "=cmd|'/c evil'!A1",
    '+evil',
    '-1+evil',
    '@SUM(evil)',
    '\t=evil',
    'a;b;evil',
    'a | b | evil',
    'a,"b",evil',
    'a 5\nevil 7',
  ],
  settings: [
    '--evil',
    '-o',
    '--exec=evil',
    '%s%n%d {0} {1}',
    '$HOME `evil` $(evil) ; evil',
    '__proto__',
    'constructor',
    'toString',
  ],
  'not UTF-8': [
    bytes(0xff, 0xfe, 0xfd),
    withBytes('evil', bytes(0xc0, 0x80), 'x'),
    withBytes('evil', bytes(0xed, 0xa0, 0x80), 'x'),
    withBytes('', bytes(0xe2, 0x80), '[x](command:evil)'),
    bytes(0xf4, 0x90, 0x80, 0x80),
    '\ufffe\uffff',
  ],
  // The first two are nested deeper than any call; how time grows with the others is in `linear.test.ts`.
  long: [
    `${'('.repeat(50_000)}${')'.repeat(50_000)}`,
    '[('.repeat(50_000),
    'a'.repeat(25_000),
    'a.'.repeat(12_000),
    '/pkg/mod/'.repeat(3000),
    '.func1'.repeat(4000),
    '*'.repeat(25_000),
    '`'.repeat(25_000),
    ' '.repeat(25_000),
    '\\'.repeat(25_000),
    '[x]('.repeat(6000),
    '::operator<'.repeat(2000),
    'm@v1.0.0/'.repeat(3000),
    '\u001b['.repeat(3000),
    '😀'.repeat(6000),
  ],
};

/** Names of files that a profile may not have opened, or that must not hurt when it is tried. */
export function hostileFiles({
  canary,
  folder,
}: {
  canary: readonly string[];
  folder: string;
}): readonly string[] {
  return [
    ...canary,
    ...canary.map((file) => `${folder}/./..//${file}`),
    ...['pipe.go', 'zero.go', 'terminal.go', 'circle.go', 'folder.go'].map((name) => `${folder}/${name}`),
    `${folder}/../../../../../../../../etc/passwd`,
    '/etc/passwd',
    '/etc/shadow',
    '/dev/zero',
    '/dev/random',
    '/dev/stdin',
    '/dev/tty',
    '/dev/fd/0',
    '/proc/self/environ',
    '/proc/self/mem',
    '/proc/self/cwd/package.json',
    '/proc/kmsg',
    '/sys/kernel/notes',
    '\\\\evil.example\\share\\a.go',
    '//evil.example/share/a.go',
    '\\\\?\\C:\\evil.go',
    '\\\\.\\PhysicalDrive0',
    'C:\\Windows\\win.ini',
    'file:///etc/passwd',
    'https://evil.example/a.go',
    'NUL',
    'CON.go',
    'aux',
    '~/.ssh/id_rsa',
    '.env',
    'a.go:stream',
    `${folder}`,
    '/',
    '.',
    '..',
    '',
    'a\0.go',
  ];
}
