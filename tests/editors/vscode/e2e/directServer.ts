import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** The smallest client that can ask the server's commands, to time the server without an editor. */
export class DirectServer {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly waiting = new Map<number, PromiseWithResolvers<unknown>>();
  private rest: Buffer = Buffer.alloc(0);
  private count = 0;

  constructor(program: string) {
    this.process = spawn(program, []);
    this.process.stdout.on('data', (data: Buffer) => this.read(data));
    this.process.stderr.resume();
    this.process.once('exit', (code) => {
      for (const { reject } of this.waiting.values())
        reject(new Error(`the server ended, ${code}`));
    });
  }

  async open(folder: string): Promise<void> {
    const uri = pathToFileURL(folder).href;
    const workspaceFolders = [{ uri, name: 'vault' }];
    const params = { processId: process.pid, rootUri: uri, workspaceFolders, capabilities: {} };
    await this.request('initialize', params);
    this.send({ method: 'initialized', params: {} });
  }

  command(command: string, argument: object): Promise<unknown> {
    return this.request('workspace/executeCommand', { command, arguments: [argument] });
  }

  stop(): void {
    this.process.kill();
  }

  private request(method: string, params: object): Promise<unknown> {
    const id = ++this.count;
    this.send({ id, method, params });
    const answer = Promise.withResolvers<unknown>();
    this.waiting.set(id, answer);
    return answer.promise;
  }

  private send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  private read(data: Buffer): void {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const end = this.rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(
        /Content-Length: (\d+)/i.exec(this.rest.toString('latin1', 0, end))?.[1],
      );
      if (this.rest.length < end + 4 + length) return;
      const body = this.rest.toString('utf8', end + 4, end + 4 + length);
      this.rest = this.rest.subarray(end + 4 + length);
      this.receive(JSON.parse(body) as Message);
    }
  }

  private receive(message: Message): void {
    if (message.id === undefined) return;
    if (message.method !== undefined) this.send({ id: message.id, result: null });
    else if (message.error) this.waiting.get(message.id)?.reject(new Error(message.error.message));
    else this.waiting.get(message.id)?.resolve(message.result);
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
