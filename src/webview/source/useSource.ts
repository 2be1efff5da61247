import { useEffect, useState } from 'preact/hooks';
import type { SourceText } from '../../protocol.ts';
import type { PageHost } from '../host.ts';

/** The text of a file as the host has it; `null` until it has answered. */
export function useSource(
  host: PageHost,
  file: string,
  onFailure: (error: unknown) => void,
): SourceText | null {
  const [answer, setAnswer] = useState<{ readonly file: string; readonly source: SourceText } | null>(null);
  useEffect(() => {
    let isWanted = true;
    host.source(file).then((source) => {
      if (isWanted) setAnswer({ file, source });
    }, onFailure);
    return () => {
      isWanted = false;
    };
  }, [host, file]);
  return answer?.file === file ? answer.source : null;
}
