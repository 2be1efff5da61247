import type { IncomingMessage, ServerResponse } from 'node:http';

const unit = 'nanoseconds';
const type = {
  name: 'process_cpu',
  sampleType: 'cpu',
  sampleUnit: unit,
  periodType: 'cpu',
  periodUnit: unit,
};
/** What Pyroscope answers, by the last part of the path. */
const answers: Readonly<Record<string, object>> = {
  ProfileTypes: { profileTypes: [{ ...type, ID: 'process_cpu:cpu:nanoseconds:cpu:nanoseconds' }] },
  LabelNames: { names: ['service_name'] },
  LabelValues: { names: ['shop'] },
};

/** Answers as a Pyroscope that knows one service. @param profileFor of CPU time, for the request in protobuf */
export function standIn(profileFor: (request: Uint8Array) => Uint8Array) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { url = '' } = request;
    if (url.endsWith('SelectMergeProfile')) {
      const pieces: Uint8Array[] = [];
      request.on('data', (piece: Uint8Array) => pieces.push(piece));
      request.on('end', () => {
        response.setHeader('content-type', 'application/proto').end(profileFor(Buffer.concat(pieces)));
      });
    } else {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answers[url.slice(url.lastIndexOf('/') + 1)] ?? {}));
    }
  };
}
