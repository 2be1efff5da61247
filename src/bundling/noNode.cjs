/**
 * What stands for Node's modules in VS Code for the Web, all of them in one: paths as on Unix, and what is asked of the
 * machine. What is missing here is never called there.
 */
const isAbsolute = (file) => file.startsWith('/');

const partsOf = (file) => file.split('/').filter((part) => part !== '' && part !== '.');

function normalize(file) {
  const parts = [];
  for (const part of partsOf(file)) {
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isAbsolute(file)) parts.push(part);
  }
  const end = parts.length > 0 && file.endsWith('/') ? '/' : '';
  return (isAbsolute(file) ? '/' : '') + parts.join('/') + end || '.';
}

const join = (...files) => normalize(files.filter(Boolean).join('/'));

function dirname(file) {
  const parts = partsOf(file).slice(0, -1).join('/');
  return isAbsolute(file) ? `/${parts}` : parts || '.';
}

const basename = (file) => partsOf(file).at(-1) ?? '';

function relative(from, to) {
  const [left, right] = [partsOf(normalize(from)), partsOf(normalize(to))];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return [...left.slice(shared).fill('..'), ...right.slice(shared)].join('/');
}

const path = { sep: '/', isAbsolute, normalize, join, dirname, basename, relative };

module.exports = {
  ...path,
  posix: path,
  constants: {},
  homedir: () => '/',
  // What a tab may take, about: the limits of profiles are shares of it.
  totalmem: () => 2 ** 32,
  setFlagsFromString: () => undefined,
  runInNewContext: () => undefined,
  inspect: (value) => value?.stack ?? String(value),
  promisify: (work) => work,
};
