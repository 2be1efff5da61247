import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProfileCosts } from '../../../src/analysis/costs/profileCosts.ts';
import { hottestFunction } from '../../../src/analysis/lines/hottestFunction.ts';
import { readProfile } from '../../../src/pprof/read.ts';
import { succeeded } from '../../why.ts';
import { stackProfileBytes } from '../stackProfile.ts';

function hottestOf(samples: string[]): string {
  const read = succeeded(readProfile(stackProfileBytes({ samples })));
  return hottestFunction(new ProfileCosts(read), 0);
}

describe('the hottest function of own code', () => {
  it('is charged with the library and runtime code that it calls', () => {
    const samples: string[] = [
      'shop.BenchmarkAdd:1@add_test.go shop.parse:5@parse.go encoding/json.Unmarshal:9@/go/src/json.go 60',
      'shop.BenchmarkAdd:1@add_test.go shop.sum:7@sum.go 40',
      'runtime.gcBgMarkWorker:3@/go/src/runtime/mgc.go 900',
    ];
    assert.equal(hottestOf(samples), 'shop.parse');
  });

  it('is not in a dependency, and not the main function that go test writes', () => {
    const samples: string[] = [
      'main.main:1@_testmain.go github.com/a/b.F:2@/mod/github.com/a/b@v1.0.0/b.go 50',
      'shop.sum:7@sum.go 1',
    ];
    assert.equal(hottestOf(samples), 'shop.sum');
  });

  it('is the hottest of all where no own code has a cost', () => {
    const samples: string[] = [
      'runtime.mcall:1@/go/src/runtime/asm.s 1',
      'runtime.mcall:1@/go/src/runtime/asm.s runtime.park_m:2@/go/src/runtime/proc.go 5',
    ];
    assert.equal(hottestOf(samples), 'runtime.park_m');
    assert.equal(hottestOf([]), '');
  });
});
