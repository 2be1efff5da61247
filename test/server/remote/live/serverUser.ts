/** The user of an editor who profiles a running server, and what he answers when asked. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after } from 'node:test';
import type { Answer, Question } from '../../../../src/protocol.ts';
import { startShopServer } from '../../../go/servers/shopServer.ts';
import { testFolder } from '../../../testFolder.ts';
import { Client } from '../../client.ts';

/** A running server, and an editor whose user profiles it; both end with the tests of the file. */
export async function serverUser() {
  const storagePath = testFolder();
  const shop = await startShopServer();
  /** Starts an editor with this storage. */
  const start = () => {
    const initializationOptions = { asks: true, decorations: true, storagePath };
    return Client.start({ folder: path.dirname(shop.source), initializationOptions });
  };
  const client = await start();
  after(async () => {
    await client.stop();
    await shop.stop();
  });
  return { shop, client, storagePath, start };
}

export type Reply = (question: Question) => Answer | undefined;

export const chosen = (id: string): Answer => ({ chosen: [id] });

/** Answers each question by the first reply that knows it, and fails a question that none knows. */
export function answering(client: Client, ...replies: Reply[]): void {
  client.questions.length = 0;
  client.answer = (question) =>
    replies.map((reply) => reply(question)).find((answer) => answer !== undefined) ?? null;
}

export const address =
  (typed: string): Reply =>
  (question) =>
    question.kind === 'pick' && question.title === 'Profile Server' ? { chosen: [], typed } : undefined;

/** @param start of the label in the list of profiles */
export const profile =
  (label: string): Reply =>
  (question) => {
    if (question.kind !== 'pick' || !question.placeholder.startsWith('Which profile')) return undefined;
    const item = question.items.find((each) => each.label === label);
    assert.ok(item, `${label} is in ${question.items.map((each) => each.label).join(', ')}`);
    return chosen(item.id);
  };

export const seconds =
  (text: string): Reply =>
  (question) =>
    question.kind === 'input' && question.prompt.includes('how many seconds') ? chosen(text) : undefined;

export const pick =
  (placeholder: string, id: string): Reply =>
  (question) =>
    question.kind === 'pick' && question.placeholder.includes(placeholder) ? chosen(id) : undefined;

export const type =
  (prompt: string, text: string): Reply =>
  (question) =>
    question.kind === 'input' && question.prompt.includes(prompt) ? chosen(text) : undefined;

/** Fetches a profile, and answers its id. */
export async function fetchFrom(client: Client, ...replies: Reply[]): Promise<string> {
  answering(client, ...replies);
  const id = await client.execute('profileServer', { action: 'fetch' });
  assert.ok(id !== null, `${client.messages.join(' / ')} ${JSON.stringify(client.questions)}`);
  return id;
}

export const confirm: Reply = (question) => (question.kind === 'confirm' ? chosen('yes') : undefined);

export const requests =
  (typed: string, pace: string): Reply =>
  (question) => {
    if (question.kind !== 'pick' || !question.title.startsWith('Requests to')) return undefined;
    return { chosen: [], typed: question.placeholder.startsWith('How many') ? pace : typed };
  };
