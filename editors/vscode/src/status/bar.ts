import * as vscode from 'vscode';
import type { Health } from '../server/health.ts';
import { barWords } from './words.ts';

/** The status bar's entry; a click opens the status page, or the set-up when there is no server. */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'nearnote.status',
    vscode.StatusBarAlignment.Right,
    90,
  );

  constructor() {
    this.item.name = 'nearnote';
    this.item.show();
  }

  show(health: Health): void {
    const words = barWords(health);
    this.item.text = `$(${words.icon}) ${words.text}`;
    this.item.tooltip = tooltip(words.tooltip);
    this.item.accessibilityInformation = { label: `nearnote. ${words.tooltip}` };
    this.item.backgroundColor = words.alarm
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.item.command = health.state === 'missing' ? 'nearnote.setUpServer' : 'nearnote.showStatus';
  }

  dispose(): void {
    this.item.dispose();
  }
}

function tooltip(text: string): vscode.MarkdownString {
  const commands = {
    'nearnote.searchNotes': 'Search',
    'nearnote.restartServer': 'Restart',
    'nearnote.rebuildIndex': 'Rebuild Index',
    'nearnote.showOutput': 'Output',
  };
  const links = Object.entries(commands).map(([id, name]) => `[${name}](command:${id})`);
  const markdown = new vscode.MarkdownString();
  markdown.appendText(text).appendMarkdown(`\n\n${links.join(' · ')}`);
  markdown.isTrusted = { enabledCommands: Object.keys(commands) };
  return markdown;
}
