import type { KeptText } from '../remote/shared/keptText.ts';
import type { ClientFiles } from './clientFiles.ts';

/** A text that the client keeps, also when the window is closed. Of two windows that write, the later counts. */
export class ClientText implements KeptText {
  private constructor(
    private readonly files: ClientFiles,
    private readonly name: string,
    private text: string | null,
  ) {}

  static async of(files: ClientFiles, name: string): Promise<ClientText> {
    return new ClientText(files, name, await files.recall(name));
  }

  read(): string | null {
    return this.text;
  }

  async replace(_before: string | null, text: string): Promise<boolean> {
    this.text = text;
    await this.files.remember(this.name, text);
    return true;
  }
}
