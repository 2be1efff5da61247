import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { absolute } from '../../analysis/values/value.ts';
import { complain, translated } from '../terminal/output.ts';
import { type PageExtra, pageText } from './html.ts';
import { codeByFunction } from './instructionListings.ts';
import { list, listedFunctions } from './list.ts';
import type { Report, ReportContext } from './reportContext.ts';

/**
 * `weblist`: the page, opened at the source of the functions whose name matches, with the source files and their instructions in
 * it. Its JSON is that of `list`.
 */
export const weblist = {
  takesPattern: true,
  json: (context) => list.json(context),

  async output(context) {
    const listed = listedFunctions(context);
    if (!listed.ok) return listed;
    const first = listed.value.reduce((most, each) =>
      absolute(each.cum) > absolute(most.cum) ? each : most,
    );
    const view = { tab: 'source', functionName: first.name, search: { text: context.argument } } as const;
    return pageText(withSources(context), { view, ...(await withAssembly(context)) });
  },
} satisfies Report;

/** The instructions of the functions, for the page. Without the program, the page has the source alone, and says so. */
async function withAssembly(context: ReportContext): Promise<Pick<PageExtra, 'assembly'>> {
  const code = await codeByFunction(context);
  if (!code.ok) complain(translated(code.problem));
  if (!code.ok || code.value.size === 0) return {};
  const text = JSON.stringify(Object.fromEntries(code.value));
  return { assembly: new Uint8Array(await promisify(gzip)(text)) };
}

function withSources(context: ReportContext): ReportContext {
  const { options } = context;
  return { ...context, options: { ...options, 'with-source': options['with-source'] ?? true } };
}
