/** `web` and `weblist REGEX` in the prompt: the page in a browser, for as long as the prompt is open. */

import type { Result } from '../../base/result.ts';
import { Browser } from '../../go/toolchain/browser.ts';
import { PageServer } from '../http/pageServer.ts';
import type { LoadedProfile } from '../profiles/loadProfiles.ts';
import type { ReportOptions } from '../profiles/reportOptions.ts';
import { pageText } from '../reports/html.ts';
import { printableContext } from '../reports/reportCommand.ts';
import { weblist } from '../reports/weblist.ts';
import { standardError } from '../terminal/streams.ts';
import { readLine } from './promptLine.ts';

export class PromptPages {
  #server: PageServer | null = null;
  readonly #browser = new Browser();

  /**
   * Shows the page that a line asks for, and says its address, which works where no browser can be opened. `null` if the line
   * asks for none, or for one in a file. Problems: those of the reports, of `PageServer.start` and of `Browser.open`.
   */
  async ask(line: string, profile: LoadedProfile, current: ReportOptions): Promise<Result<void> | null> {
    const takesPattern = (name: string) => ({ web: false, weblist: true })[name];
    const isPage = /^(?:web|weblist)\b/.test(line);
    const asked = isPage ? readLine(line, takesPattern, current) : null;
    if (asked === null || !asked.ok) return asked;
    const { report, argument } = asked.value;
    const options = { ...asked.value.options, 'with-source': true };
    if (options.output !== undefined && report === 'weblist') return null;
    const context = printableContext(profile, { options, argument });
    if (!context.ok) return context;
    const page = await (report === 'web'
      ? pageText(context.value, { view: { tab: 'graph' } })
      : weblist.output(context.value));
    return page.ok ? this.#show(page.value) : page;
  }

  async #show(html: string): Promise<Result<void>> {
    if (this.#server === null) {
      const started = await PageServer.start(0);
      if (!started.ok) return started;
      this.#server = started.value;
    }
    const address = this.#server.add(html);
    standardError.write(address);
    return this.#browser.open(address, this.#server.linkTo(address));
  }

  async close(): Promise<void> {
    await Promise.all([this.#server?.close(), this.#browser.close()]);
  }
}
