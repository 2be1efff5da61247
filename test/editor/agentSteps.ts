/** The tools for agents, as the editor's chat finds and starts them. */
import { writeFiles } from '../testFolder.ts';
import type { Step } from './harness.ts';

export function agentSteps(step: Step): void {
  step('the chat finds the tools for agents, and starts their server', async (editor) => {
    const file = '.vscode/settings.json';
    writeFiles(editor.workspace, { [file]: JSON.stringify({ 'chat.disableAIFeatures': false }) });
    await editor.openFile(file);
    await editor.runCommand('MCP: List Servers');
    await editor.choose('pprof Lens');
    await editor.choose('Start Server');
    await editor.page.getByText(/Discovered\s10\stools/).waitFor();
    await editor.screenshot('agents');
  });
}
