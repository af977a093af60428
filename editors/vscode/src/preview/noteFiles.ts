import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { FileNames } from './fileNames.ts';
import type { NoteFiles } from './wikilinks.ts';

const WANTED = '**/*.{md,markdown,apng,avif,bmp,gif,ico,jpg,jpeg,png,svg,webp,pdf}';
// A longer note is a link in the preview of another one.
const LARGEST_BYTES = 500_000;

/** The workspace's notes and pictures, kept in step with the disk, for the Markdown preview. */
export class WorkspaceFiles implements NoteFiles, vscode.Disposable {
  private readonly uris = new Map<string, vscode.Uri>();
  private readonly names = new FileNames();
  private readonly watcher = vscode.workspace.createFileSystemWatcher(WANTED, false, true, false);

  constructor() {
    this.watcher.onDidCreate((uri) => this.add(uri));
    this.watcher.onDidDelete((uri) => this.remove(uri));
    void this.readAll();
  }

  find(target: string, from: string): string | undefined {
    return this.names.find(target, from);
  }

  text(path: string): string | undefined {
    const uri = this.uris.get(path);
    // Only files of the workspace are read, whatever a note's text says.
    if (!uri) return undefined;
    const wanted = uri.toString();
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === wanted);
    if (open) return open.getText();
    try {
      if (statSync(uri.fsPath).size > LARGEST_BYTES) return undefined;
      return readFileSync(uri.fsPath, 'utf8');
    } catch {
      return undefined;
    }
  }

  dispose(): void {
    this.watcher.dispose();
  }

  private async readAll(): Promise<void> {
    for (const uri of await vscode.workspace.findFiles(WANTED)) this.add(uri);
    await vscode.commands
      .executeCommand('markdown.preview.refresh')
      .then(undefined, () => undefined);
  }

  private add(uri: vscode.Uri): void {
    const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
    this.uris.set(uri.path, uri);
    this.names.add(uri.path, root ?? posix.dirname(uri.path));
  }

  private remove(uri: vscode.Uri): void {
    this.uris.delete(uri.path);
    this.names.remove(uri.path);
  }
}
