/** Asks the user what the server wants to know. It is loaded when the server asks first. */
import * as vscode from 'vscode';
import { plainText } from '../../base/escape.ts';
import type { Answer, PickItem, Question } from '../../protocol.ts';
import { placeOf } from './places.ts';
import { ask, chosenIn, confirm, createPicker, plainItems } from './say.ts';

type QuestionOf<Kind extends Question['kind']> = Extract<Question, { readonly kind: Kind }>;

/** Shows the dialog, or looks into the secret storage. A cancelled question is answered as if the user had given up. */
export async function answerOf(
  question: Question,
  secrets: vscode.SecretStorage,
  token: vscode.CancellationToken,
): Promise<Answer> {
  switch (question.kind) {
    case 'pick':
      return pick(question, token);
    case 'input':
      return input(question);
    case 'file':
      return file(question);
    case 'confirm':
      return (await confirm(question.question, question.detail, question.button))
        ? { chosen: ['yes'] }
        : null;
    case 'getSecret':
      return chosenText(await secrets.get(secretKey(question.key)));
    case 'setSecret':
      return setSecret(secrets, question);
  }
}

function chosenText(text: string | undefined): Answer {
  return text === undefined ? null : { chosen: [text] };
}

/** Its own name space: other parts of the extension may keep secrets too. */
function secretKey(key: string): string {
  return `pprofLens.server.${key}`;
}

async function setSecret(
  secrets: vscode.SecretStorage,
  { key, value }: QuestionOf<'setSecret'>,
): Promise<Answer> {
  if (value === null) await secrets.delete(secretKey(key));
  else await secrets.store(secretKey(key), value);
  return { chosen: [] };
}

type Row = vscode.QuickPickItem & { readonly id: string };

function rowOf({ id, label, description, detail, icon }: PickItem): Row {
  return {
    id,
    label,
    ...(description === undefined ? {} : { description }),
    ...(detail === undefined ? {} : { detail }),
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
  };
}

/** One item of a list, which can also be what the user types. */
async function pick(
  { title, placeholder, items, ownText }: QuestionOf<'pick'>,
  token: vscode.CancellationToken,
): Promise<Answer> {
  const picker = createPicker<Row & { readonly typed?: string }>(title, placeholder);
  const rows = items.map(rowOf);
  const show = () => {
    const typed = picker.value.trim();
    const isNew = ownText !== undefined && typed !== '' && !rows.some(({ label }) => label === typed);
    const own = { id: '', label: (ownText ?? '').replace('{0}', () => typed), typed, alwaysShow: true };
    picker.items = plainItems(isNew ? [own, ...rows] : rows);
  };
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.onDidChangeValue(show);
  token.onCancellationRequested(() => picker.hide());
  show();
  const row = await chosenIn(picker);
  if (row === undefined) return null;
  return row.typed === undefined ? { chosen: [row.id] } : { chosen: [], typed: row.typed };
}

async function input({ title, prompt, value, placeholder, password }: QuestionOf<'input'>): Promise<Answer> {
  return chosenText(
    await ask({
      title,
      prompt,
      ignoreFocusOut: true,
      ...(value === undefined ? {} : { value }),
      ...(placeholder === undefined ? {} : { placeHolder: placeholder }),
      ...(password === undefined ? {} : { password }),
    }),
  );
}

async function file({ title, button, folder = false }: QuestionOf<'file'>): Promise<Answer> {
  const chosen = await vscode.window.showOpenDialog({
    title: plainText(title),
    openLabel: plainText(button),
    canSelectFiles: !folder,
    canSelectFolders: folder,
  });
  return chosen === undefined ? null : { chosen: chosen.map(placeOf) };
}
