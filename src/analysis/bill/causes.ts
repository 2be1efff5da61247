/** Which functions of Go say what a line is charged with. */
import type { NamedCause } from '../../base/causeLabels.ts';
import { listAt } from '../../base/maps.ts';
import { baseName } from '../names/filePaths.ts';

/**
 * How a frame between the user's line and the leaf decides:
 *
 *   always   whatever else is on the stack: the collector's work within an allocation
 *   work     of a stack, the outermost one: `mapassign` decides over the `mallocgc` that it calls, and over `fmt.Sprintf`,
 *            which calls it
 *   library  where there is no work: the outermost one
 *   caller   where nothing is called that is of anybody else: these functions call functions of others
 */
export type CauseRank = 'always' | 'work' | 'library' | 'caller';

type Row = readonly [cause: NamedCause, rank: CauseRank, functions: string];

/**
 * Functions by whole name, or by its beginning, before `*`. The longest beginning counts. The names are those of Go 1.24 to
 * 1.27: what the compiler calls, what the runtime gives to other packages, and assembly, which is in no package.
 */
const rows: readonly Row[] = [
  [
    'assist',
    'always',
    'runtime.gcAssistAlloc* runtime.deductAssistCredit runtime.deductSweepCredit runtime.gcParkAssist runtime.sweepone ' +
      'runtime.(*sweepLocked).* runtime.gcStart',
  ],
  [
    'collector',
    'work',
    'runtime.GC runtime.gcBgMark* runtime.gcDrain* runtime.gcMark* runtime.gcSweep* runtime.gcFlush* runtime._GC runtime.bgsweep ' +
      'runtime.bgscavenge runtime.forcegchelper runtime.runfinq runtime.runFinalizers runtime.runCleanups runtime.markroot* ' +
      'runtime.scan* runtime.greyobject runtime.(*scavengerState).* runtime.(*gcWork).* runtime.wbBufFlush* ' +
      'runtime/debug.freeOSMemory runtime/debug.FreeOSMemory runtime/debug.setGCPercent',
  ],
  [
    'allocation',
    'work',
    'runtime.mallocgc* runtime.malloc* runtime.newobject runtime.newarray runtime.makeslice* runtime.rawmem ' +
      'runtime.nextFreeFast* runtime.(*mcache).* runtime.(*mcentral).* runtime.(*mheap).* runtime.persistentalloc* ' +
      'runtime.profilealloc runtime.SetFinalizer runtime.AddCleanup internal/bytealg.MakeNoZero',
  ],
  ['growth', 'work', 'runtime.growslice* runtime.nextslicecap runtime.moveSlice*'],
  ['map', 'work', 'runtime.map* runtime.makemap* internal/runtime/maps.* maps.clone'],
  [
    'channel',
    'work',
    'runtime.chan* runtime.makechan* runtime.closechan runtime.select* runtime.send runtime.recv runtime.block',
  ],
  [
    'copy',
    'work',
    'runtime.memmove runtime.memclr* runtime.duffcopy runtime.duffzero runtime.typedmemmove* runtime.typedmemclr* ' +
      'runtime.typedslicecopy runtime.slicecopy runtime.reflectcallmove',
  ],
  [
    'string',
    'work',
    'runtime.concat* runtime.intstring runtime.slicebyte* runtime.slicerune* runtime.stringto* runtime.rawstring* ' +
      'runtime.rawbyteslice runtime.rawruneslice runtime.decoderune runtime.encoderune runtime.countrunes',
  ],
  [
    'interface',
    'work',
    'runtime.convT* runtime.assertE2I* runtime.typeAssert runtime.interfaceSwitch runtime.getitab runtime.itab* ' +
      'runtime.panicdottype* runtime.panicnildottype',
  ],
  [
    'comparison',
    'work',
    'runtime.cmpstring runtime.memequal* runtime.strequal runtime.ifaceeq runtime.efaceeq runtime.interequal ' +
      'runtime.nilinterequal runtime.f32equal runtime.f64equal runtime.c64equal runtime.c128equal runtime.memhash* ' +
      'runtime.strhash* runtime.interhash runtime.nilinterhash runtime.f32hash runtime.f64hash runtime.c64hash ' +
      'runtime.c128hash runtime.typehash runtime.aeshash* internal/bytealg.* cmpbody memeqbody indexbytebody indexbody ' +
      'countbody aeshashbody type:.* type..*',
  ],
  ['barrier', 'work', 'runtime.gcWriteBarrier* gcWriteBarrier runtime.bulkBarrier* runtime.(*wbBuf).*'],
  ['defer', 'caller', 'runtime.deferreturn runtime.gopanic runtime.recovery'],
  [
    'defer',
    'work',
    'runtime.deferproc* runtime.deferconvert runtime.deferrangefunc runtime.gorecover runtime.sigpanic* runtime.panic* ' +
      'runtime.goPanic* runtime.(*_panic).*',
  ],
  [
    'lock',
    'work',
    'sync.(*Mutex).* sync.(*RWMutex).* sync.(*WaitGroup).* sync.(*Cond).* sync.runtime_Sem* sync.runtime_notify* ' +
      'sync.runtime_canSpin sync.runtime_doSpin internal/sync.(*Mutex).* internal/sync.runtime_* internal/poll.runtime_Sem* internal/poll.(*fdMutex).* runtime.sem* runtime.notifyList*',
  ],
  [
    'scheduler',
    'work',
    'runtime.schedule runtime.findRunnable runtime.findrunnable runtime.mcall runtime.park_m runtime.gopark* ' +
      'runtime.goready* runtime.ready runtime.gosched* runtime.Gosched runtime.newproc* runtime.goexit0 runtime.goexit1 ' +
      'runtime.gdestroy runtime.mstart* runtime.sysmon runtime.startTheWorld* ' +
      'runtime.stopTheWorld* runtime.netpoll* runtime.LockOSThread runtime.UnlockOSThread runtime.gogo gogo ' +
      'runtime.coro* internal/poll.runtime_poll* time.Sleep time.newTimer time.stopTimer time.resetTimer runtime.signal_recv ' +
      'os/signal.signal_recv',
  ],
  ['preemption', 'work', 'runtime.asyncPreempt* runtime.preempt*'],
  [
    'syscall',
    'work',
    'syscall.* internal/runtime/syscall.* internal/runtime/syscall/* runtime/internal/syscall.* ' +
      'golang.org/x/sys/unix.* internal/syscall/unix.* internal/syscall/windows.* runtime.entersyscall* runtime.exitsyscall* ' +
      'runtime.reentersyscall runtime.vgetrandom* runtime.libcCall',
  ],
  [
    'clock',
    'work',
    'time.now time.runtimeNano time.runtimeNow runtime.nanotime* runtime.walltime* runtime.time_now runtime.cputicks runtime._VDSO ' +
      'internal/sync.runtime_nanotime',
  ],
  ['stack', 'work', 'runtime.morestack* runtime.newstack runtime.copystack'],
  [
    'callers',
    'work',
    'runtime.Caller runtime.Callers runtime.callers* runtime.CallersFrames runtime.(*Frames).* runtime.FuncForPC runtime.(*Func).* ' +
      'runtime.Stack runtime.funcline* runtime.pcvalue runtime.findfunc runtime.(*unwinder).* runtime.(*inlineUnwinder).*',
  ],
  ['cgo', 'work', 'runtime.cgocall* runtime.asmcgocall* runtime.cgoCheck* runtime._ExternalCode'],
  ['formatting', 'library', 'fmt.*'],
  ['reflection', 'library', 'reflect.* internal/reflectlite.*'],
  [
    'reflection',
    'caller',
    'reflect.Value.Call reflect.Value.CallSlice reflect.Value.call reflect.callReflect reflect.callMethod reflect.makeFuncStub ' +
      'reflect.methodValueCall runtime.call* runtime.reflectcall',
  ],
];

/**
 * Functions of the runtime that have no entry of their own, by the beginning of their file's name: a function that a newer Go has
 * split off stays in the file.
 */
const files: readonly (readonly [cause: NamedCause, beginnings: string])[] = [
  ['collector', 'mgc mwbbuf mcheckmark mcleanup mfinal'],
  [
    'allocation',
    'malloc mheap mcache mcentral mfixalloc mpage mpalloc mem_ msize mbitmap mspanset mranges arena mprof mstats',
  ],
  ['copy', 'memmove memclr duff mbarrier'],
  ['growth', 'slice'],
  ['map', 'map'],
  ['channel', 'chan select'],
  ['string', 'string utf8'],
  ['interface', 'iface'],
  ['comparison', 'alg hash memequal'],
  ['defer', 'panic'],
  ['lock', 'sema rwmutex'],
  ['preemption', 'preempt'],
  ['scheduler', 'proc lock_ netpoll sigqueue time signal_ coro note os_ cgroup synctest'],
  ['stack', 'stack'],
  ['callers', 'traceback symtab stkframe extern'],
  ['syscall', 'sys_linux sys_darwin sys_windows sys_libc'],
  ['cgo', 'cgo'],
];

/** What a function says of a stack that it is on. */
export interface FunctionCause {
  readonly cause: NamedCause;
  readonly rank: CauseRank;
}

interface Pattern extends FunctionCause {
  readonly beginning: string;
}

const exact = new Map<string, FunctionCause>();
/** By the first word of a name, longest first. */
const beginnings = new Map<string, Pattern[]>();
for (const [cause, rank, functions] of rows) {
  for (const name of functions.split(' ')) {
    if (name.endsWith('*'))
      listAt(beginnings, firstWord(name)).push({ beginning: name.slice(0, -1), cause, rank });
    else exact.set(name, { cause, rank });
  }
}
for (const ofWord of beginnings.values()) ofWord.sort((a, b) => b.beginning.length - a.beginning.length);

/** `runtime` of `runtime.mallocgc`. */
function firstWord(name: string): string {
  return /^[^./:]*/.exec(name)?.[0] ?? '';
}

const ofFiles = files.flatMap(([cause, words]) => words.split(' ').map((word) => ({ cause, word })));

const leading = /^runtime\.(?:systemstack|main$|goexit$|rt0_go)/;

/** Whether a function only leads to others, or is a wrapper that the compiler has made: it says nothing of a stack. */
export function isSilent(name: string, file: string): boolean {
  return (
    leading.test(name) || (file === '<autogenerated>' && !/^type[:.]/.test(name)) || file === '_testmain.go'
  );
}

/**
 * What a function of Go says of a stack that it is on; `null` if nothing.
 *
 * @param file As the profile names it; it is asked for functions of the runtime without an entry
 */
export function functionCause(name: string, file: string): FunctionCause | null {
  const known = exact.get(name);
  if (known !== undefined) return known;
  const word = firstWord(name);
  const found = beginnings.get(word)?.find(({ beginning }) => name.startsWith(beginning));
  if (found !== undefined) return found;
  if (!isOfRuntime(name) || isSilent(name, file)) return null;
  const base = baseName(file);
  const ofFile = ofFiles.find((each) => base.startsWith(each.word));
  return ofFile === undefined ? null : { cause: ofFile.cause, rank: 'work' };
}

/** Functions of the runtime proper, not of `runtime/pprof` and its like. */
export function isOfRuntime(name: string): boolean {
  return /^(?:runtime\.|internal\/runtime\/|runtime\/internal\/)/.test(name);
}
