/**
 * What the extension says to the user: messages, lists to choose from, questions. The linter refuses VS Code's own functions
 * elsewhere, because they take some texts for links and icons, and names of a profile or a repository can hold any text.
 */
import * as vscode from 'vscode';
import { type PlainText, plainMessage, plainText } from '../../base/escape.ts';

type Button = readonly [title: string, press: () => unknown];

type Show = (text: string, ...buttons: readonly string[]) => Thenable<string | undefined>;

/** Shows a message, and does what the button does that is pressed. */
function sayWith(show: Show): (text: string, ...buttons: readonly Button[]) => Promise<void> {
  return async (text, ...buttons) => {
    const pressed = await show(plainMessage(text), ...buttons.map(([title]) => title));
    await buttons.find(([title]) => title === pressed)?.[1]();
  };
}

export const sayInfo = sayWith(vscode.window.showInformationMessage);
export const sayWarning = sayWith(vscode.window.showWarningMessage);
export const sayError = sayWith(vscode.window.showErrorMessage);

/** Asks in a dialog whether to do what cannot be undone. Answers whether the button was pressed. */
export async function confirm(question: string, detail: string, button: string): Promise<boolean> {
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(plainMessage(question), options, button)) === button;
}

/** Shows a text in the status bar for some seconds. */
export function sayBriefly(text: string, icon = ''): void {
  vscode.window.setStatusBarMessage(icon + plainText(text), 5000);
}

/** An item of a list: its texts are plain. Its icon is in `iconPath`. */
export type PlainItem<T> = T & {
  readonly label: PlainText;
  readonly description: PlainText;
  readonly detail: PlainText;
};

export function plainItems<T extends vscode.QuickPickItem>(items: readonly T[]): PlainItem<T>[] {
  return items.map((item) => ({
    ...item,
    label: listText(item.label),
    description: listText(item.description),
    detail: listText(item.detail),
  }));
}

/** VS Code shows descriptions and details once more in a hover, where it makes links of addresses. */
function listText(text = ''): PlainText {
  return plainText(plainText(text).replace(/(?<=:)(?=\/\/)|(?<=www)(?=\.)|(?<=@)/gi, '\u2060'), 1000);
}

export function choose<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Thenable<PlainItem<T> | undefined> {
  return vscode.window.showQuickPick(plainItems(items), plainOptions(options));
}

/** Lets the user choose one of a few values, by their labels. */
export async function chooseValue<V>(
  options: vscode.QuickPickOptions,
  rows: readonly (readonly [value: V, label: string, description?: string])[],
): Promise<V | undefined> {
  const items = rows.map(([value, label, description = '']) => ({ label, description, value }));
  return (await choose(items, options))?.value;
}

export function chooseMany<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Thenable<readonly PlainItem<T>[] | undefined> {
  return vscode.window.showQuickPick(plainItems(items), { ...plainOptions(options), canPickMany: true });
}

function plainOptions(options: vscode.QuickPickOptions): vscode.QuickPickOptions {
  return { matchOnDescription: true, matchOnDetail: true, ...options, title: plainText(options.title ?? '') };
}

/** A list whose items or title change while it is shown. */
export type Picker<T extends vscode.QuickPickItem> = Omit<vscode.QuickPick<PlainItem<T>>, 'title'> & {
  title: PlainText | undefined;
};

export function createPicker<T extends vscode.QuickPickItem>(title: string, placeholder: string): Picker<T> {
  const picker = vscode.window.createQuickPick<PlainItem<T>>();
  picker.title = plainText(title);
  picker.placeholder = placeholder;
  return picker as Picker<T>;
}

/** Shows a list, and waits until the user has chosen an item. `undefined` if the user gives up. */
export function chosenIn<T extends vscode.QuickPickItem>(
  picker: Picker<T>,
): Promise<PlainItem<T> | undefined> {
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      if (item === undefined) return;
      resolve(item);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

export function ask(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    ...options,
    title: plainText(options.title ?? ''),
    prompt: plainMessage(options.prompt ?? ''),
  });
}
