/** A program that checks out HEAD of a repository into a temporary folder, prints the folder, and does not end. */

import { withCheckout } from '../../../src/go/git/checkout.ts';
import { findRepository, resolveRef } from '../../../src/go/git/repository.ts';
import { succeeded } from '../../why.ts';

const [directory = '', temporaryDirectory = ''] = process.argv.slice(2);
const repository = succeeded(await findRepository(directory, process.env));
const ref = succeeded(await resolveRef(repository, 'HEAD'));
const request = { repository, ref, temporaryDirectory };
await withCheckout(request, new AbortController().signal, ({ top }) => {
  process.stdout.write(top);
  return new Promise(() => setInterval(() => undefined, 1000));
});
