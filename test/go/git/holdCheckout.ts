/** A program that checks out HEAD of a repository into a temporary folder, prints the folder, and does not end. */

import { withCheckout } from '../../../src/go/git/checkout.ts';
import { findRepository, resolveRef } from '../../../src/go/git/repository.ts';

const [directory = '', temporaryDirectory = ''] = process.argv.slice(2);
const repository = await findRepository(directory, process.env);
if (!repository.ok) throw new Error(repository.problem.template);
const ref = await resolveRef(repository.value, 'HEAD');
if (!ref.ok) throw new Error(ref.problem.template);
const request = { repository: repository.value, ref: ref.value, temporaryDirectory };
await withCheckout(request, new AbortController().signal, ({ top }) => {
  process.stdout.write(top);
  return new Promise(() => setInterval(() => undefined, 1000));
});
