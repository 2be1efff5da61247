import { absolute } from '../../analysis/values/value.ts';
import { pageText } from './html.ts';
import { list, listedFunctions } from './list.ts';
import type { Report, ReportContext } from './reportContext.ts';

/**
 * `weblist`: the page, opened at the source of the functions whose name matches, with the source files in it. Its JSON is that of
 * `list`.
 */
export const weblist: Report = {
  takesPattern: true,
  json: (context) => list.json!(context),

  async slowText(context) {
    const listed = listedFunctions(context);
    if (!listed.ok) return listed;
    const first = listed.value.reduce((most, each) =>
      absolute(each.cum) > absolute(most.cum) ? each : most,
    );
    return pageText(withSources(context), {
      tab: 'source',
      functionName: first.name,
      search: { text: context.argument },
    });
  },
};

function withSources(context: ReportContext): ReportContext {
  const { options } = context;
  return { ...context, options: { ...options, 'with-source': options['with-source'] ?? true } };
}
