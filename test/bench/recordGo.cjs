// Loaded into the language server before its own code: lets RECORDER run every go command and every test binary.
const childProcess = require('node:child_process');

const { spawn } = childProcess;
childProcess.spawn = (command, args, options) =>
  /(?:^|[\\/])(?:go|[^\\/]*\.test)(?:\.exe)?$/.test(command)
    ? spawn(process.env.RECORDER, [command, ...args], options)
    : spawn(command, args, options);
