import { readFileSync } from 'node:fs';
import { readProfile } from '../../src/pprof/read.ts';
import { stackProfileBytes } from '../analysis/stackProfile.ts';
import { namesIn, pathOf } from '../conformance/data.ts';
import { profileBytes } from '../pprof/builder.ts';
import { testFolder } from '../testFolder.ts';

/** A profile file to test with. */
export interface ProfileFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A small profile with everything that is difficult to draw: recursion, inlining, a function in several places, flat
 * and zero values, long names.
 */
export const shopProfile: ProfileFile = {
  name: 'shop',
  bytes: stackProfileBytes({
    sampleTypes: ['samples/count', 'idle/nanoseconds', 'cpu/nanoseconds'],
    samples: [
      [
        'testing.(*B).runN:220@testing/benchmark.go shop/cart.BenchmarkAdd:12@cart_test.go +shop/cart.(*Cart).Add:40@cart.go runtime.mallocgc:900@malloc.go',
        30,
        0,
        300e6,
      ],
      [
        'testing.(*B).runN:220@testing/benchmark.go shop/cart.BenchmarkAdd:12@cart_test.go +shop/cart.(*Cart).Add:41@cart.go',
        12,
        0,
        120e6,
      ],
      [
        'testing.(*B).runN:220@testing/benchmark.go shop/cart.BenchmarkAdd:13@cart_test.go shop/cart.walk[go.shape.int]:7@walk.go shop/cart.walk[go.shape.int]:8@walk.go shop/cart.walk[go.shape.int]:8@walk.go',
        20,
        0,
        200e6,
      ],
      [
        'testing.(*B).runN:220@testing/benchmark.go shop/cart.BenchmarkAdd:13@cart_test.go shop/cart.walk[go.shape.int]:8@walk.go runtime.mallocgc:901@malloc.go',
        8,
        0,
        80e6,
      ],
      'runtime.gcBgMarkWorker:1400@mgc.go runtime.scanobject:1100@mgcmark.go 25 0 250e6',
      'runtime.mcall:10@asm.s runtime.park_m:4000@proc.go 5 0 50e6',
    ],
  }),
};

/** Labels, names with a package inside of them, names that differ in that alone, and a very long one. */
export const labelledProfile = profileBytes({
  sampleTypes: ['samples/count', 'cpu/nanoseconds'],
  samples: [
    'github.com/acme/shop/cart.walk[go.shape.int]',
    'github.com/acme/shop/cart.(*Tree[go.shape.int,github.com/acme/shop/cart.Item]).Walk',
    'github.com/acme/shop/list.(*Tree[go.shape.string,github.com/acme/shop/cart.Item]).Walk',
    'github.com/acme/shop/list.New[github.com/acme/shop/cart.Item]',
    'github.com/acme/shop/list.New[github.com/acme/shop/list.Item]',
    'gopkg.in/yaml%2ev3.(*parser).parse[go.shape.struct_{}]',
    `github.com/acme/shop/cart.walk[${'go.shape.int,'.repeat(200)}go.shape.int]`,
  ].map((name, i) => ({
    values: [i + 3, (i + 3) * 1e7],
    stack: [
      `runtime.mallocgc malloc.go:900`,
      `${name} cart.go:${7 + i}`,
      'testing.(*B).runN benchmark.go:220',
    ],
    labels: { user: i % 2 === 0 ? 'ann' : 'bob', bytes: [64 * i, 'bytes'] },
  })),
});

/** A profile made by hand, and profiles of real programs. */
export function realProfiles(): ProfileFile[] {
  const files = namesIn('profiles').filter((name) => name.endsWith('.pb.gz'));
  const profiles = files.map((name) => ({ name, bytes: readFileSync(pathOf('profiles', name)) }));
  // Some have formats older than pprof's, which the page refuses.
  return [shopProfile, ...profiles.filter(({ bytes }) => readProfile(bytes).ok)];
}

/** A folder with the shop's profile, and with the file of its hottest function. */
export function shopFolder(): string {
  const lines = Array.from({ length: 950 }, (_, i) => `cart ${i + 1}`);
  lines[30] = 'func (c *Cart) Add() {';
  return testFolder({ 'shop.pprof': shopProfile.bytes, 'cart.go': lines.join('\n') });
}
