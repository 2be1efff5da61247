// Loaded into the language server before its own code. It makes RECORDER run every go command and every test binary.
const childProcess = require('node:child_process');
const { promisify } = require('node:util');

const { spawn, execFile } = childProcess;

/** The program and arguments that run instead of a command. */
function recorded(command, args) {
  const isGo = /(?:^|[\\/])(?:go|[^\\/]*\.test)(?:\.exe)?$/.test(command);
  return isGo ? [process.env.RECORDER, [command, ...args]] : [command, args];
}

childProcess.spawn = (command, args, options) => spawn(...recorded(command, args), options);
childProcess.execFile = (command, args, ...rest) => execFile(...recorded(command, args), ...rest);
childProcess.execFile[promisify.custom] = (command, args, options) =>
  promisify(execFile)(...recorded(command, args), options);
