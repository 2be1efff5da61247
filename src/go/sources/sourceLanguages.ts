/** Endings of file names by language: those that Go profiles, cgo and profiles of other programs name. */
const endings = new Set(
  [
    'go s S asm c h cc cpp cxx c++ hh hpp hxx h++ inc inl ipp m mm cu cuh',
    'rs zig d di swift kt kts java scala clj groovy cs fs vb nim cr v odin',
    'py pyx pxd pyi rb pl pm php lua r R jl js jsx mjs cjs ts tsx mts cts dart ex exs erl hs ml mli',
    'f f77 f90 f95 f03 f08 for pas pp adb ads lisp scm rkt el tcl cob',
    // What generators make Go of; their `//line` comments name these files.
    'y yy l ll lex re re2c rl peg leg g4 qtpl templ ego gop gox gsx proto capnp fbs',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a file name ends like source of a language that profiles name. */
export function isSourceName(file: string): boolean {
  const dot = file.lastIndexOf('.');
  // A file name that only begins with a dot has no ending: `.rs` is a name.
  if (dot < 1 || file[dot - 1] === '/' || file[dot - 1] === '\\') return false;
  return endings.has(file.slice(dot + 1));
}
