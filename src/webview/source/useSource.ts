import { useEffect, useState } from 'preact/hooks';
import type { Assembly, SourceText } from '../../protocol.ts';
import type { PageHost } from '../host/host.ts';

/** The text of a source file; `null` until the host has answered. */
export function useSource(
  host: PageHost,
  file: string,
  onFailure: (error: unknown) => void,
): SourceText | null {
  return useHostAnswer(() => host.source(file), host, file, onFailure);
}

/** The instructions of a function; `null` until the host has answered. */
export function useAssembly(
  host: PageHost,
  functionName: string,
  onFailure: (error: unknown) => void,
): Assembly | null {
  return useHostAnswer(() => host.assembly(functionName), host, functionName, onFailure);
}

/** The host's answer; `null` until it has answered. @param key two questions with one key are the same */
function useHostAnswer<T>(
  ask: () => Promise<T>,
  host: PageHost,
  key: string,
  onFailure: (error: unknown) => void,
): T | null {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly is: T } | null>(null);
  useEffect(() => {
    let isWanted = true;
    ask().then((is) => {
      if (isWanted) setAnswer({ key, is });
    }, onFailure);
    return () => {
      isWanted = false;
    };
  }, [host, key]);
  return answer?.key === key ? answer.is : null;
}

/** The lines of a source file; `null` where its text is not known. */
export function linesOf(source: SourceText | null): string[] | null {
  if (source === null || !('text' in source)) return null;
  return source.text.replace(/\n$/, '').split(/\r\n|\n|\r/);
}
