import type { IncomingMessage, ServerResponse } from 'node:http';

/** Permits pages to hear an answer (CORS). True, if that was all that was asked. */
export function permitted(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  origin = '*',
): boolean {
  response.setHeader('access-control-allow-origin', origin);
  if (method !== 'OPTIONS') return false;
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '');
  response.writeHead(204).end();
  return true;
}
