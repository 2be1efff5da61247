/** Packages of public Go modules, in copies that can be changed. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { object, parsedJson, text } from '../../src/base/outsideValues.ts';
import { testFolder } from '../testFolder.ts';

/** `module@version`, and the folder of the package in it. */
export const publicPackages: readonly string[] = [
  'github.com/tidwall/gjson@v1.18.0',
  'github.com/google/uuid@v1.6.0',
  'github.com/gorilla/mux@v1.8.1',
  'go.uber.org/zap@v1.27.0',
  'github.com/shopspring/decimal@v1.4.0',
  'github.com/bits-and-blooms/bitset@v1.24.4',
  'github.com/valyala/fastjson@v1.6.10',
  'github.com/google/btree@v1.1.3',
  'github.com/sirupsen/logrus@v1.9.3',
  'github.com/cespare/xxhash/v2@v2.3.0',
  'github.com/julienschmidt/httprouter@v1.3.0',
  'github.com/go-chi/chi/v5@v5.1.0',
  'github.com/RoaringBitmap/roaring/v2@v2.4.5',
  'github.com/klauspost/compress@v1.18.0/huff0',
  'github.com/rivo/uniseg@v0.4.7',
  'github.com/rs/zerolog@v1.33.0',
  'github.com/hashicorp/golang-lru/v2@v2.0.7',
  'github.com/miekg/dns@v1.1.62',
  'github.com/oklog/ulid/v2@v2.1.0',
  'golang.org/x/net@v0.38.0/html',
];

const readDownload = object({ Dir: text, GoMod: text });

/** Downloads a version of a module as everybody does. The value is the folder of its package. */
export function packageCopy(spec: string): string {
  const [, module = '', version = '', folder = ''] = /^(.+)@([^/]+)\/?(.*)$/.exec(spec) ?? [];
  const root = testFolder();
  const args = ['mod', 'download', '-json', `${module}@${version}`];
  const found = readDownload(parsedJson(execFileSync('go', args, { cwd: root, encoding: 'utf8' })));
  if (found === undefined) throw new Error(`go mod download ${spec}: no such version`);
  const copy = join(root, 'module');
  execFileSync('cp', ['-r', '--no-preserve=mode', found.Dir, copy]);
  if (!existsSync(join(copy, 'go.mod'))) copyFileSync(found.GoMod, join(copy, 'go.mod'));
  return join(copy, folder);
}
