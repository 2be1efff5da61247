/**
 * The Go file by which a program that is compared says what it has used (processUse.ts): objects and bytes are those that
 * `go test -benchmem` counts. No profiler runs, and nothing is done between two reports. It is added to package main with the
 * recorder (recorder.ts), whose exit hook it uses.
 *
 * - A server connects to us, and answers each byte that we send with a line. So we choose between which requests it counts.
 * - Another program writes the line to a file when it ends; if it crashes there is none.
 */
export type CountsBy = 'server' | 'program';

/** The environment variable that says to whom the line goes: `HOST:PORT TOKEN` for a server, the path of a file for others. */
const variable = 'PPROF_LENS_COUNT';

export function counterEnvironment(to: string): Record<string, string> {
  return { [variable]: to };
}

export function counterSource(by: CountsBy): string {
  return `// Added to this build by pprof Lens, to count what the program uses. It is in no folder of yours: see -overlay in "go help build".

package main

import (
	pprofLensCountOS "os"
${by === 'server' ? '\tpprofLensCountNet "net"\n\tpprofLensCountStrings "strings"\n' : ''})

var _ = pprofLensCount()

${by === 'server' ? answersUs : writesFile}`;
}

const answersUs = `func pprofLensCount() bool {
	address, token, ok := pprofLensCountStrings.Cut(pprofLensCountOS.Getenv("${variable}"), " ")
	pprofLensCountOS.Unsetenv("${variable}")
	if ok {
		go pprofLensAnswer(address, token)
	}
	return ok
}

func pprofLensAnswer(address, token string) {
	connection, err := pprofLensCountNet.Dial("tcp", address)
	if err != nil {
		return
	}
	connection.Write([]byte(token + "\\n"))
	asked := make([]byte, 1)
	for {
		if _, err := connection.Read(asked); err != nil {
			return
		}
		connection.Write(append(pprofLensUse(), '\\n'))
	}
}
`;

const writesFile = `func pprofLensCount() bool {
	path := pprofLensCountOS.Getenv("${variable}")
	pprofLensCountOS.Unsetenv("${variable}")
	if path == "" {
		return false
	}
	pprofLensAddExitHook(pprofLensHook{RunOnFailure: true, F: func() {
		pprofLensCountOS.WriteFile(path, pprofLensUse(), 0o600)
	}})
	return true
}
`;
