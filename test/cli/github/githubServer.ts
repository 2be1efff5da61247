/** What GitHub answers of pull requests and comments. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly type: 'Bot' | 'User' };
}

export interface GitHubServer {
  readonly address: string;
  readonly comments: Comment[];
  pulls: { readonly number: number; readonly head: { readonly sha: string } }[];
  /** Of writing requests; 0 to do them. */
  refuses: number;
  /** Methods and paths. */
  readonly asked: string[];
  readonly tokens: Set<string>;
}

/** A server that is closed when the test ends. */
export async function githubServer(t: TestContext): Promise<GitHubServer> {
  const github: GitHubServer = {
    address: '',
    comments: [],
    pulls: [],
    refuses: 0,
    asked: [],
    tokens: new Set(),
  };
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    github.asked.push(`${method} ${url}`);
    github.tokens.add(headers.authorization ?? '');
    let sent = '';
    request.on('data', (bytes) => {
      sent += bytes;
    });
    request.on('end', () => {
      const isWriting = method !== 'GET';
      if (isWriting && github.refuses > 0) {
        response.writeHead(github.refuses).end('{}');
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer(github, method, url, isWriting ? JSON.parse(sent).body : '')));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  return Object.assign(github, { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function answer({ comments, pulls }: GitHubServer, method: string, url: string, body: string): unknown {
  if (/^\/repos\/o\/r\/pulls\?/.test(url)) return pulls;
  if (method === 'POST') {
    const comment: Comment = { id: comments.length + 1, body, user: { type: 'Bot' } };
    comments.push(comment);
    return comment;
  }
  if (method === 'PATCH') {
    const changed = comments.find(({ id }) => url === `/repos/o/r/issues/comments/${id}`);
    if (changed !== undefined) changed.body = body;
    return changed;
  }
  const page = Number(/[?&]page=(\d+)/.exec(url)?.[1]);
  return comments.slice(100 * (page - 1), 100 * page);
}
